# One colour per algorithm or number of entries, one pen per engine. The model's is a broad pale
# band, so that a simulation that agrees with it remains visible on top.
dark = 0x444444
set style line 1 lw 5                            # band
set style line 2 lw 1.5 dt (7,6)                 # dashes
set style line 3 lw 1.5 dt (0.5,6) pt 7 ps 0.35  # dots
set style line 4 lw 1.5 ps 0.9                   # symbols
pale(colour) = 0x80000000 + colour
style(curve) = curve_pen[curve] eq 'band' ? 1 : curve_pen[curve] eq 'dashes' ? 2 : 3
shade(curve) = curve_pen[curve] eq 'band' ? pale(curve_colour[curve]) : curve_colour[curve]
without_symbols(i) = i > rows('curves') ? '' : \
  (curve_pen[i] eq 'symbols' ? '' : sprintf('%d ', i)) . without_symbols(i + 1)
lines = without_symbols(1)

# Where the best sparse time crosses the best dense one: a line, and a band for an interval.
dash(pen) = pen eq 'band' ? 1 : pen eq 'dashes' ? 2 : pen eq 'dots' ? 3 : 4
set for [i=1:rows('crossovers')] object i rectangle \
  from first crossover_from[i],graph 0 to first crossover_to[i],graph 1 \
  behind fillcolor rgb '#EEEEEE' fillstyle solid noborder
set for [i=1:rows('crossovers')] arrow i \
  from first crossover_at[i],graph 0 to first crossover_at[i],graph 1 \
  nohead back dt dash(crossover_pen[i]) lw 1 lc rgb dark

# Measurements are shifted sideways by a share of the axis, so that none hides another. Other
# figures than those of times use one symbol, and colours alone distinguish curves.
drawn_at(i, x) = x * (x_last / x_first)**curve_shift[nth(symbols, i)]
one_symbol = 7
with_symbols = kind eq 'times' && words(symbols) > 0

# [successions], circles where the winner changes: x, y
plot \
  for [i=1:words(lines)] data index block(lines, i) using 1:2 \
    with lines ls style(nth(lines, i)) lc rgb shade(nth(lines, i)) notitle, \
  for [i=1:words(dots)] data index block(dots, i) using 1:2 \
    with points ls 3 lc rgb colour(dots, i) notitle, \
  for [i=1:words(symbols)] data index block(symbols, i) using (drawn_at(i, $1)):2 \
    with points ls 4 pt curve_symbol[nth(symbols, i)] lc rgb colour(symbols, i) notitle, \
  for [i=1:kind eq 'times' ? words(symbols) : 0] data index block(symbols, i) using (drawn_at(i, $1)):3:(0):($4 - $3) \
    with vectors nohead lw 1.5 lc rgb colour(symbols, i) notitle, \
  for [i=1:rows('successions') > 0] data index '[successions]' using 1:2 \
    with points pt 6 ps 1.3 lc rgb 'black' notitle, \
  keyentry with lines lc rgb hidden title heading(setting('group 1'), rows('group 1')), \
  for [i=1:rows('group 1')] keyentry \
    with linespoints lw 1.5 ps 0.9 pi -1 pt symbol_1[i] lc rgb colour_1[i] \
    title if_any(with_symbols, text_1[i]), \
  for [i=1:rows('group 1')] keyentry \
    with lines lw 2.5 lc rgb colour_1[i] title if_any(!with_symbols, text_1[i]), \
  keyentry with lines lc rgb hidden title if_any(rows('group 1') && rows('group 2'), ' '), \
  keyentry with lines lc rgb hidden title heading(setting('group 2'), rows('group 2')), \
  for [i=1:rows('group 2')] keyentry \
    with linespoints lw 1.5 ps 0.9 pi -1 pt symbol_2[i] lc rgb colour_2[i] \
    title if_any(with_symbols, text_2[i]), \
  for [i=1:rows('group 2')] keyentry \
    with lines lw 2.5 lc rgb colour_2[i] title if_any(!with_symbols, text_2[i]), \
  keyentry with lines lc rgb hidden title ' ', \
  keyentry with lines lc rgb hidden title heading('Engine', 1), \
  for [i=1:rows('engines')] keyentry \
    with lines ls 1 lc rgb pale(dark) title engine_title(i, 'band'), \
  for [i=1:rows('engines')] keyentry \
    with lines ls 2 lc rgb dark title engine_title(i, 'dashes'), \
  for [i=1:rows('engines')] keyentry \
    with linespoints ls 3 lc rgb dark title engine_title(i, 'dots'), \
  for [i=1:rows('engines')] keyentry \
    with points ls 4 pt (kind eq 'times' ? 4 : one_symbol) lc rgb dark \
    title engine_title(i, 'symbols'), \
  keyentry with lines lc rgb hidden title if_any(rows('successions'), ' '), \
  keyentry with lines lc rgb hidden title heading('Crossovers', rows('successions')), \
  keyentry with points pt 6 ps 1.3 lc rgb 'black' \
    title if_any(rows('successions'), 'next winner takes over'), \
  keyentry with lines lc rgb hidden title if_any(rows('crossovers'), ' '), \
  keyentry with lines lc rgb hidden \
    title heading('Best sparse = best dense', rows('crossovers')), \
  for [i=1:rows('crossovers')] keyentry \
    with lines dt dash(crossover_pen[i]) lw 1 lc rgb dark title crossover_text[i]

