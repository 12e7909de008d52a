// Usage: node check_page.mjs PLAYWRIGHT_FOLDER PAGE WORD PICTURES_FOLDER
// Opens a page of `sparlab report` from the file system, without network, in headless Chromium at
// the width of a phone and of a screen, and checks that it works. WORD is in some rows of its table
// but not in all. Prints what fails and exits 1.
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {execFileSync} from 'node:child_process';
import path from 'node:path';

const [playwright, page_file, word, pictures] = process.argv.slice(2);
const {chromium} = createRequire(path.resolve(playwright, 'package.json'))('playwright-core');
const executablePath = execFileSync('which', ['chromium'], {encoding: 'utf8'}).trim();
const failures = [];
const check = (holds, text) => { if (!holds) failures.push(text); };

const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']});
for (const [width, height, scheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [390, 844, 'light'],
                                       [390, 844, 'dark']]) {
  const at = `${width} px, ${scheme}: `;
  const context = await browser.newContext({viewport: {width, height}, colorScheme: scheme, offline: true,
                                            acceptDownloads: true});
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) failures.push(`${at}console: ${message.text()}`);
  });
  page.on('pageerror', (error) => failures.push(`${at}${error}`));
  page.on('dialog', (dialog) => { failures.push(`${at}a dialog: text of a record ran`); dialog.dismiss(); });
  page.on('request', (request) => {
    const url = request.url();
    if (url !== pathToFileURL(path.resolve(page_file)).href && !/^(data|blob):/.test(url))
      failures.push(`${at}requests ${url}`);
  });
  await page.goto(pathToFileURL(path.resolve(page_file)).href);
  await page.waitForFunction(() => document.body.dataset.charts === 'drawn', null, {timeout: 60000});
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${at}wider than the window`);
  check(await page.evaluate(() => globalThis.pwned === undefined), `${at}text of a record ran`);
  const small = await page.evaluate(() => [...document.querySelectorAll('p, li, td, th, #chart text')]
    .filter((one) => one.textContent.trim() && parseFloat(getComputedStyle(one).fontSize) < 10).length);
  check(small === 0, `${at}${small} texts are smaller than 10 px`);

  // Text must be legible on its ground in both schemes.
  const luminance = `(text) => {
    const part = text.match(/[\\d.]+/g).slice(0, 3).map((value) => value / 255)
      .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  }`;
  for (const selector of ['#links td', '#failures td', '#table td', '#winners li']) {
    const contrast = await page.evaluate(([chosen, formula]) => {
      const one = document.querySelector(chosen);
      if (one === null) return 0;
      const of = eval(formula);
      const ink = of(getComputedStyle(one).color), ground = of(getComputedStyle(document.body).backgroundColor);
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    }, [selector, luminance]);
    check(contrast >= 7, `${at}${selector} is absent or has a contrast of ${contrast}`);
  }
  check(await page.locator('nav a[href="#links"]').count() === 1, `${at}no way to the use of links`);
  check(await page.locator('#failures td', {hasText: 'left out before the run'}).count() === 1,
        `${at}a point that was left out is not named`);

  const rows = () => page.locator('#rows tbody tr').count();
  const all = await rows();
  await page.fill('#filter', word);
  const some = await rows();
  check(some > 0 && some < all, `${at}the filter shows ${some} of ${all} rows`);
  await page.fill('#filter', '');
  await page.locator('#rows th button', {hasText: /^time$/}).click();
  check(await page.locator('#rows th[aria-sort="ascending"]').count() === 1, `${at}no column is sorted`);

  const chart = page.locator('#chart figure[data-name$="-traffic-P4"]');
  const marks = chart.locator('.mark-symbol.role-mark path');
  const drawn = await marks.count();
  check(drawn > 2, `${at}a chart has ${drawn} points`);
  // In the middle of an axis: the hull of all points of a series.
  await chart.scrollIntoViewIfNeeded();
  await marks.nth(Math.floor(drawn / 4)).hover({force: true});
  check(await page.locator('#vg-tooltip-element.visible').count() === 1, `${at}no tooltip`);
  const pale = () => marks.evaluateAll((all) => all.filter((one) => Number(one.getAttribute('opacity') ?? 1) < 0.5).length);
  check(await pale() === 0, `${at}points are pale before a name is chosen`);
  await chart.locator('text', {hasText: /^sparse_ring/}).first().click();
  await page.waitForTimeout(300);
  check(await pale() > 0, `${at}a name of the legend cannot be chosen`);
  const map = page.locator('#chart figure[data-name$="-map"]');
  const places = map.locator('.mark-rect.role-mark path');
  const contours = map.locator('.mark-rule.role-mark line');
  check(await places.count() > 2, `${at}the map has ${await places.count()} places`);
  check(await contours.count() > 2, `${at}the map has ${await contours.count()} pieces of contours`);
  await places.first().hover({force: true, position: {x: 3, y: 3}});
  check((await page.locator('#vg-tooltip-element').textContent()).includes('gain'),
        `${at}a place of the map has no tooltip`);
  const [download] = await Promise.all([page.waitForEvent('download'), chart.locator('button').click()]);
  check(download.suggestedFilename().endsWith('-traffic-P4.csv'), `${at}no CSV of the chart`);
  if (pictures) await page.screenshot({path: path.join(pictures, `page-${width}-${scheme}.png`), fullPage: true});
  await context.close();
}
await browser.close();
for (const failure of [...new Set(failures)]) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);
