'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const rows = data.rows.map(([sweep, panel, engine, algorithm, x, time, low, high, bytes]) => ({
    sweep, panel, engine, x, time, low, high, bytes,
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
    row.where = `${sweep.title}; ${sweep.panels[row.panel].text}`;
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
  const columns = [
    ['where', (row) => row.where], ['engine', (row) => row.engine],
    ['algorithm', (row) => row.algorithm], ['axis', (row) => row.axis], ['at', (row) => row.x, (value) => Number(value.toPrecision(4))],
    ['time', (row) => row.time, seconds], ['time / best', (row) => row.ratio, three],
    ['dense / time', (row) => row.speedup, three], ['best dense', (row) => row.over], ['bytes a rank', (row) => row.bytes, three]];
  const order = {column: -1, down: false};
  const chosenRows = () => {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rows.filter((row) => {
      const text = `${row.where} ${row.engine} ${row.algorithm} ${row.x}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (order.column < 0) return chosen;
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

  if (data.every > 1)
    byId('thinned').textContent = `Charts and table show every ${data.every}th position of ` +
      `${data.records} records, and maps at most 32 values of each axis; summary.csv has all.`;
  byId('chart-csv').hidden = true;
  if (typeof vegaEmbed === 'undefined' || data.sweeps.length === 0) return;

  // Filters of the chart.
  const controls = byId('controls');
  const select = (name, texts) => {
    const label = element('label', name, controls);
    const made = element('select', null, label);
    made.id = name.toLowerCase().replaceAll(' ', '-');
    texts.forEach((text, i) => { element('option', text, made).value = i; });
    made.addEventListener('change', () => show(made));
    return made;
  };
  const sweeps = select('Sweep', data.sweeps.map((sweep) => `${sweep.title} (${sweep.settings})`));
  const panels = select('At', ['']);
  const shown = select('Show', ['time', 'speed-up over the best dense', 'bytes sent by a rank']);
  const engines = element('span', null, controls);
  const fields = ['time', 'speedup', 'bytes'];
  const titles = ['time of the slowest rank (s)', 'best dense time / time', 'bytes sent by a rank'];
  const unchecked = new Set();
  const width = () => Math.max(250, Math.min(1120, byId('charts').clientWidth));
  const narrow = () => width() < 620;
  const config = {background: '#ffffff', font: 'system-ui, sans-serif',
                  legend: {symbolOpacity: 1, labelLimit: 260}, axis: {labelFontSize: 12, titleFontSize: 12}};
  const options = {actions: false, renderer: 'svg', tooltip: {theme: 'light'}};
  const axisTitles = {density: "density of one rank's input, k / N", P: 'number of ranks, P',
                      N: 'size of the index universe, N'};
  let values = [];

  const fillPanels = () => {
    panels.replaceChildren();
    data.sweeps[sweeps.value].panels.forEach((panel, i) => { element('option', panel.text, panels).value = i; });
  };
  const fillEngines = () => {
    engines.replaceChildren();
    for (const name of new Set(rows.filter((row) => row.sweep == sweeps.value).map((row) => row.engine))) {
      const label = element('label', name, engines);
      const box = element('input', null);
      box.type = 'checkbox';
      box.checked = !unchecked.has(name);
      box.addEventListener('change', () => {
        if (box.checked) unchecked.delete(name); else unchecked.add(name);
        show(box);
      });
      label.prepend(box);
      label.style.marginRight = '12px';
    }
  };

  const chart = () => {
    const sweep = data.sweeps[sweeps.value];
    const field = fields[shown.value];
    values = rows.filter((row) => row.sweep == sweeps.value && row.panel == panels.value &&
                                  !unchecked.has(row.engine) && row.x > 0 && row[field] > 0);
    const names = data.algorithms.filter((one) => values.some((row) => row.algorithm === one.name));
    const scale = (key) => ({domain: names.map((one) => one.name), range: names.map((one) => one[key])});
    const hover = [{field: 'algorithm', title: 'algorithm'}, {field: 'engine', title: 'engine'},
                   {field: 'x', title: sweep.axis}, {field: 'time', title: 'time (s)', format: '.3~s'},
                   {field: 'ratio', title: 'time / best', format: '.3~r'},
                   {field: 'speedup', title: 'best dense / time', format: '.3~r'},
                   {field: 'over', title: 'best dense'},
                   {field: 'bytes', title: 'bytes a rank', format: '.3~s'}];
    const legend = narrow() ? {orient: 'bottom', columns: 1, title: null} : {orient: 'right', title: 'click to select'};
    const color = {field: 'algorithm', type: 'nominal', scale: scale('colour'), legend};
    const shape = {field: 'algorithm', type: 'nominal', scale: scale('shape'), legend};
    const x = {field: 'x', type: 'quantitative', scale: {type: 'log', nice: false, padding: 12},
               axis: {title: axisTitles[sweep.axis], format: '~g', labelOverlap: 'greedy', labelSeparation: 8, tickCount: narrow() ? 4 : 8,
                      values: sweep.axis === 'density' ? undefined : [...new Set(values.map((row) => row.x))]}};
    const y = {field, type: 'quantitative', scale: {type: 'log', nice: false, padding: 8},
               axis: {title: titles[shown.value], format: '~s', labelOverlap: true, tickCount: 6}};
    const opacity = {condition: {param: 'chosen', value: 1}, value: 0.08};
    const engineNames = [...new Set(values.map((row) => row.engine))];
    const dash = {model: [1, 0], loggp: [7, 4], simgrid: [2, 3]};
    const isLine = (row) => row.engine !== 'mpi' && row.engine !== 'measured';
    const layer = [{params: [{name: 'chosen', select: {type: 'point', fields: ['algorithm']}, bind: 'legend'}],
                    mark: {type: 'point', filled: true, size: 55}, encoding: {x, y, color, shape, opacity, tooltip: hover}}];
    if (values.some(isLine))
      layer.unshift({transform: [{filter: "datum.engine !== 'mpi' && datum.engine !== 'measured'"}],
        mark: {type: 'line', strokeWidth: 1.8},
        encoding: {x, y, color, opacity, strokeDash: {field: 'engine', type: 'nominal',
          scale: {domain: engineNames, range: engineNames.map((name) => dash[name] ?? [1, 0])},
          legend: narrow() ? {orient: 'bottom', title: 'engine', columns: 1} : {orient: 'right', title: 'engine'}}}});
    if (field === 'time' && values.some((row) => row.low > 0 && row.high > 0))
      layer.push({transform: [{filter: 'datum.low > 0 && datum.high > 0'}], mark: {type: 'rule', strokeWidth: 1.5},
                  encoding: {x, y: {...y, field: 'low'}, y2: {field: 'high'}, color, opacity}});
    byId('chart-command').textContent = sweep.panels[panels.value].command;
    byId('chart-csv').hidden = false;
    if (values.length === 0) {
      byId('chart').textContent = 'No values of this kind.';
      return Promise.resolve();
    }
    const spec = {$schema: 'https://vega.github.io/schema/vega-lite/v6.json', data: {values}, layer, config,
                  width: narrow() ? width() - 90 : width() - 340, height: narrow() ? 300 : 430,
                  title: {text: sweep.title, subtitle: sweep.panels[panels.value].text, anchor: 'start', limit: width() - 60}};
    return vegaEmbed('#chart', spec, options);
  };

  // Where the cells of increasing positions end on a logarithmic axis.
  const edges = (positions) => {
    const inner = positions.slice(1).map((value, i) => Math.sqrt(value * positions[i]));
    const last = positions.length - 1;
    return [positions[0] ** 2 / inner[0], ...inner, positions[last] ** 2 / inner[last - 1]];
  };
  // The map of one engine: a box for each place, and the contours of the gain over it.
  const mapPanel = (one, cells, names, size) => {
    const columns = edges(one.densities), lines = edges(one.positions);
    const boxes = cells.map(({map, column, row, ...cell}) => ({...cell,
      left: columns[column], right: columns[column + 1], bottom: lines[row], top: lines[row + 1]}));
    const contours = one.contours.map(([level, x0, y0, x1, y1]) => ({level, x0, y0, x1, y1}));
    const labels = [...new Set(contours.map((piece) => piece.level))].map((level) => {
      // On the highest piece.
      const {x0, y0, x1, y1} = contours.filter((piece) => piece.level === level)
        .reduce((best, piece) => piece.y0 * piece.y1 > best.y0 * best.y1 ? piece : best);
      return {text: String(level), x0: Math.sqrt(x0 * x1), y0: Math.sqrt(y0 * y1)};
    });
    const scale = (all) => ({type: 'log', nice: false, domain: [all[0], all[all.length - 1]]});
    const x = {type: 'quantitative', scale: scale(columns), axis: {title: 'density', format: '.2~g', grid: false,
               labelOverlap: true, labelAngle: -45, values: one.densities}};
    const y = {type: 'quantitative', scale: scale(lines), axis: {title: one.axis, format: '~s', grid: false,
               labelOverlap: true, values: one.positions}};
    const line = {x: {...x, field: 'x0'}, x2: {field: 'x1'}, y: {...y, field: 'y0'}, y2: {field: 'y1'}};
    const layer = [{data: {values: boxes}, mark: {type: 'rect', stroke: '#ffffff', strokeWidth: 0.5},
      encoding: {
        x: {...x, field: 'left'}, x2: {field: 'right'}, y: {...y, field: 'bottom'}, y2: {field: 'top'},
        color: {field: 'winner', type: 'nominal', scale: {domain: names.map((name) => name.name), range: names.map((name) => name.colour)},
                legend: narrow() ? {orient: 'bottom', columns: 1, title: null} : {title: 'winner'}},
        opacity: {field: 'strength', type: 'quantitative', scale: {domain: [0, 1], range: [0.35, 1]}, legend: null},
        tooltip: [{field: 'winner'}, {field: 'tied'}, {field: 'gain', title: 'gain over dense', format: '.3~r'},
                  {field: 'over', title: 'best dense'},
                  {field: 'density'}, {field: 'position', title: one.axis}]}}];
    // White below black is visible on every colour.
    for (const [colour, strokeWidth] of [['#ffffff', 4], ['#000000', 1.5]])
      layer.push({data: {values: contours}, mark: {type: 'rule', stroke: colour, strokeWidth, strokeCap: 'round'},
                  encoding: {...line, tooltip: [{field: 'level', title: 'best dense / best sparse'}]}});
    for (const [colour, strokeWidth] of [['#ffffff', 4], ['#000000', 0]])
      layer.push({data: {values: labels}, mark: {type: 'text', dx: 9, dy: -2, align: 'left', fontSize: 12, fontWeight: 'bold',
                                                 fill: colour, stroke: '#ffffff', strokeWidth, tooltip: null},
                  encoding: {x: {...x, field: 'x0'}, y: {...y, field: 'y0'}, text: {field: 'text'}}});
    return {...size, title: {text: `${one.title}, ${one.fixed}`, anchor: 'middle'}, layer};
  };

  const map = () => {
    const maps = data.sweeps[sweeps.value].maps.filter((one) => !unchecked.has(one.engine));
    byId('map').replaceChildren();
    byId('map-made').hidden = maps.length === 0;
    if (maps.length === 0) return Promise.resolve();
    const cells = maps.flatMap((one) => one.cells.map(([column, row, winner, gain, tied, over]) => ({
      map: one, column, row, engine: `${one.title}, ${one.fixed}`, density: one.densities[column], position: one.positions[row],
      winner, gain, over, tied: tied ? 'yes' : 'no', strength: Math.log10(Math.min(10, Math.max(1, gain ?? 1)))})));
    const names = data.algorithms.filter((one) => cells.some((row) => row.winner === one.name));
    byId('map-csv').onclick = () => save('map.csv', ['engine', 'density', maps[0].axis, 'winner', 'tied', 'gain', 'best dense'],
      cells.map((row) => [row.engine, row.density, row.position, row.winner, row.tied, row.gain, row.over]));
    const panelsAcross = narrow() ? 1 : Math.min(3, maps.length);
    const size = {width: narrow() ? width() - 110 : Math.floor((width() - 330) / panelsAcross) - 60, height: 260};
    const spec = {$schema: 'https://vega.github.io/schema/vega-lite/v6.json', config, columns: panelsAcross,
      title: {text: narrow() ?
                ['Fastest exact algorithm; the stronger', 'the colour, the greater its gain over', 'the best dense. On a line, the best',
                 'sparse is 1, 2, 5 or 10 times as fast.'] :
                ['Fastest exact algorithm; the stronger the colour, the greater its gain over the best dense.',
                 'On a line, the best sparse algorithm is 1, 2, 5 or 10 times as fast as the best dense one.'],
              anchor: 'start', limit: width() - 20},
      resolve: {scale: {color: 'shared', opacity: 'shared'}},
      concat: maps.map((one) => mapPanel(one, cells.filter((cell) => cell.map === one), names, size))};
    return vegaEmbed('#map', spec, options);
  };

  const show = (cause) => {
    if (cause === sweeps) { fillPanels(); fillEngines(); }
    return Promise.all([chart(), map()]).then(() => { document.body.dataset.charts = 'drawn'; });
  };
  byId('chart-csv').addEventListener('click', () =>
    save('chart.csv', ['where', 'engine', 'algorithm', 'axis', 'at', 'time_s', 'time_low_s', 'time_high_s', 'bytes_a_rank'],
         values.map((row) => [row.where, row.engine, row.algorithm, row.axis, row.x, row.time, row.low, row.high, row.bytes])));
  fillPanels();
  fillEngines();
  let drawnWidth = width();
  addEventListener('resize', () => {
    if (Math.abs(width() - drawnWidth) > 40) { drawnWidth = width(); show(); }
  });
  show();
})();
