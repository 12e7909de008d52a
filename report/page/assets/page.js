'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const rows = data.rows.map(([sweep, panel, engine, algorithm, x, time, bytes]) => ({
    sweep, panel, engine, x, time, bytes,
    algorithm: data.algorithms[algorithm].name, exact: data.algorithms[algorithm].exact,
    dense: data.algorithms[algorithm].dense}));
  const three = (value) => value == null ? '' : Number(value.toPrecision(3));
  const seconds = (value) => {
    if (value == null) return '';
    if (value === 0) return '0 s';
    for (const [unit, size] of [['s', 1], ['ms', 1e-3], ['us', 1e-6]])
      if (value >= size) return `${three(value / size)} ${unit}`;
    return `${three(value / 1e-9)} ns`;
  };
  const bytes = (value) => {
    if (value == null) return '';
    for (const [unit, size] of [['GB', 1e9], ['MB', 1e6], ['kB', 1e3]])
      if (value >= size) return `${three(value / size)} ${unit}`;
    return `${three(value)} B`;
  };

  // What is derived from the rows of one engine at one place: the best time and the best dense one.
  const places = new Map();
  const place = (row) => [row.sweep, row.panel, row.engine, row.x].join('|');
  for (const row of rows) {
    if (!row.exact || !(row.time > 0)) continue;
    const known = places.get(place(row)) ?? {best: Infinity, dense: Infinity};
    known.best = Math.min(known.best, row.time);
    if (row.dense && row.time < known.dense) Object.assign(known, {dense: row.time, over: row.algorithm});
    places.set(place(row), known);
  }
  for (const row of rows) {
    const known = places.get(place(row));
    const sweep = data.sweeps[row.sweep];
    row.ratio = known && row.time > 0 ? row.time / known.best : null;
    row.speedup = known && row.time > 0 && isFinite(known.dense) ? known.dense / row.time : null;
    row.over = known?.over;
    row.where = `${sweep.title}; ${sweep.panels[row.panel]}`;
    row.axis = sweep.axis;
  }

  // A cell of a spreadsheet that begins like a formula is quoted.
  const cell = (value) => {
    let text = value == null ? '' : String(value);
    if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const save = (name, heading, lines) => {
    const text = [heading, ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text + '\r\n'], {type: 'text/csv'}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const element = (tag, text, parent) => {
    const made = document.createElement(tag);
    if (text != null) made.textContent = text;
    if (parent) parent.append(made);
    return made;
  };

  // The table: sorted by a click on a heading, filtered by words.
  // What identifies a row at the left of a narrow window, where it ran at the right.
  const columns = [
    ['algorithm', (row) => row.algorithm], ['time', (row) => row.time, seconds],
    ['time / best', (row) => row.ratio, three], ['engine', (row) => row.engine],
    ['axis', (row) => row.axis], ['at', (row) => row.x, (value) => Number(value.toPrecision(4))],
    ['dense / time', (row) => row.speedup, three], ['best dense', (row) => row.over],
    ['bytes a rank', (row) => row.bytes, bytes], ['where', (row) => row.where]];
  const order = {column: -1, down: false};
  // Until a heading is clicked, places have their order, and each lists its fastest first.
  const byRank = (a, b) => a.sweep - b.sweep || a.panel - b.panel || a.x - b.x ||
    (a.engine === b.engine ? (a.time ?? Infinity) - (b.time ?? Infinity) : a.engine < b.engine ? -1 : 1);
  const chosenRows = () => {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rows.filter((row) => {
      const text = `${row.where} ${row.engine} ${row.algorithm} ${row.x}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (order.column < 0) return chosen.sort(byRank);
    const value = columns[order.column][1];
    const sign = order.down ? -1 : 1;
    return chosen.sort((a, b) => {
      const left = value(a), right = value(b);
      if (left == null || right == null) return (left == null) - (right == null);
      return sign * (left < right ? -1 : left > right ? 1 : 0);
    });
  };
  const showTable = () => {
    const most = 300;
    const chosen = chosenRows();
    const table = byId('rows');
    table.replaceChildren();
    const heading = element('tr', null, element('thead', null, table));
    columns.forEach(([name], i) => {
      const th = element('th', null, heading);
      const button = element('button', name, th);
      button.type = 'button';
      const sorted = order.column === i;
      th.setAttribute('aria-sort', !sorted ? 'none' : order.down ? 'descending' : 'ascending');
      if (sorted) button.textContent += order.down ? ' \u25be' : ' \u25b4';
      button.addEventListener('click', () => {
        order.down = sorted && !order.down;
        order.column = i;
        showTable();
      });
    });
    const body = element('tbody', null, table);
    for (const row of chosen.slice(0, most)) {
      const line = element('tr', null, body);
      for (const [, value, format] of columns) {
        const shown = element('td', format ? format(value(row)) : value(row), line);
        if (typeof value(row) === 'number') shown.className = 'number';
      }
    }
    byId('count').textContent = chosen.length > most ?
      `${most} of ${chosen.length} rows are shown` : `${chosen.length} rows`;
  };
  byId('filter').addEventListener('input', showTable);
  byId('table-csv').addEventListener('click', () =>
    save('table.csv', columns.map(([name]) => name), chosenRows().map((row) => columns.map(([, value]) => value(row)))));
  showTable();

  if (data.every > 1 || data.places > 0)
    byId('thinned').textContent = `Of ${data.records} records, the table shows every ${data.every}th position, ` +
      `and charts show at most ${data.places} positions of as many panels; summary.csv has all.`;
  if (typeof vegaEmbed === 'undefined' || data.sweeps.length === 0) return;

  // The figures of one sweep.
  const label = element('label', 'Sweep', byId('controls'));
  const sweeps = element('select', null, label);
  sweeps.id = 'sweep';
  data.sweeps.forEach((sweep, i) => { element('option', `${sweep.title} (${sweep.settings})`, sweeps).value = i; });
  element('span', 'Click a name in a legend to see it alone.', byId('controls')).className = 'quiet';
  const saveChart = ({name, spec}) => {
    const rows = spec.data.filter((one) => one.name !== 'legend').flatMap((one) => one.values);
    const heading = [...new Set(rows.flatMap(Object.keys))];
    save(`${name}.csv`, heading, rows.map((row) => heading.map((column) => row[column])));
  };
  const show = () => {
    byId('chart').replaceChildren();
    return Promise.all(data.sweeps[sweeps.value].charts.map((chart) => {
      const figure = element('figure', null, byId('chart'));
      figure.dataset.name = chart.name;
      const paper = element('div', null, figure);
      paper.className = 'paper';
      const button = element('button', 'CSV', element('figcaption', null, figure));
      button.type = 'button';
      button.addEventListener('click', () => saveChart(chart));
      return vegaEmbed(element('div', null, paper), chart.spec,
                       {mode: 'vega', actions: false, renderer: 'svg', tooltip: {theme: 'light'}});
    })).then(() => { document.body.dataset.charts = 'drawn'; });
  };
  sweeps.addEventListener('change', show);
  show();
})();
