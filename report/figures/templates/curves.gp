# One colour and symbol per algorithm, or one colour per number of entries; one pen per engine. The
# model's is a broad pale band, so that a simulation that agrees with it remains visible on top.
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
  behind fillcolor rgb '#F3F3F3' fillstyle solid noborder
set for [i=1:rows('crossovers')] arrow i \
  from first crossover_at[i],graph 0 to first crossover_at[i],graph 1 \
  nohead back dt dash(crossover_pen[i]) lw 1 lc rgb dark

# Measurements are shifted sideways by a share of the axis, so that none hides another. Where
# colours stand for numbers of entries, there is one symbol.
drawn_at(i, x) = x * (x_last / x_first)**curve_shift[nth(symbols, i)]
one_symbol = 7
of_entries = kind eq 'fill-in'
hollow(symbol) = symbol > 3 ? symbol - 1 : symbol
every_nth = int(number('mark every'))
marks(i) = i > rows('curves') ? '' : (curve_marked[i] > 0 ? sprintf('%d ', i) : '') . marks(i + 1)
marked = marks(1)

# Published ranges lie behind our curves.
range_colour = '#F4E3B5'
set for [i=1:rows('published ranges')] object 100 + i rectangle \
  from graph 0,first range_from[i] to graph 1,first range_to[i] \
  behind fillcolor rgb range_colour fillstyle solid border lc rgb '#C9A227'

# Speed-ups are compared with 1.
if (kind eq 'speed-up') {
  set arrow 90 from graph 0,first 1 to graph 1,first 1 nohead back dt (6,4) lw 1 lc rgb dark
}

# Numbered circles are where the winner changes; a list below the legend names the algorithms.
changes = rows('successions')
list_at(line) = 0.03 + 0.029 * (2 * changes - line)
if (changes > 0) {
  set label 20 '{/:Bold ○ ' . setting('list heading') . '}' at screen plot_end + 0.02,screen list_at(-0.2) font ',9'
  set for [i=1:changes] label 20 + 2 * i - 1 succession_text[i] at screen plot_end + 0.02,screen list_at(2 * i - 1) font ',8'
  set for [i=1:changes] label 20 + 2 * i succession_place[i] at screen plot_end + 0.02,screen list_at(2 * i) font ',8' textcolor rgb '#444444'
}

set style textbox opaque noborder fillcolor rgb 'white' margins 0.4,0.2
plot \
  for [i=1:words(lines)] data index block(lines, i) using 1:2 \
    with lines ls style(nth(lines, i)) lc rgb shade(nth(lines, i)) notitle, \
  for [i=1:words(dots)] data index block(dots, i) using 1:2 \
    with points ls 3 lc rgb colour(dots, i) notitle, \
  for [i=1:words(marked)] data index block(marked, i) every every_nth using 1:2 \
    with points pt curve_symbol[nth(marked, i)] ps 0.75 lw 1.2 lc rgb colour(marked, i) notitle, \
  for [i=1:words(symbols)] data index block(symbols, i) using (drawn_at(i, $1)):(valid(3) && valid(4) ? $2 : NaN) \
    with points ls 4 pt curve_symbol[nth(symbols, i)] lc rgb colour(symbols, i) notitle, \
  for [i=1:words(symbols)] data index block(symbols, i) using (drawn_at(i, $1)):(valid(3) && valid(4) ? NaN : $2) \
    with points ls 4 lw 0.9 pt hollow(curve_symbol[nth(symbols, i)]) lc rgb colour(symbols, i) notitle, \
  for [i=1:kind eq 'times' ? words(symbols) : 0] data index block(symbols, i) using (drawn_at(i, $1)):3:(0):($4 - $3) \
    with vectors nohead lw 1.5 lc rgb colour(symbols, i) notitle, \
  for [i=1:rows('spans') > 0] data index '[spans]' using 1:2:(0):3 \
    with vectors heads size screen 0.006,20 filled lw 1 lc rgb 'black' notitle, \
  for [i=1:rows('published points') > 0] data index '[published points]' using 1:2 \
    with points pt 12 ps 1.9 lw 1.4 lc rgb 'black' notitle, \
  for [i=1:rows('successions') > 0] data index '[successions]' using 1:2 \
    with points pt 6 ps 1.7 lw 1.2 lc rgb 'black' notitle, \
  for [i=1:rows('successions') > 0] data index '[successions]' using 1:2:(sprintf('%d', $3)) \
    with labels offset 0,-1.3 font 'DejaVu Sans:Bold,9' textcolor rgb 'black' boxed notitle, \
  keyentry with lines lc rgb hidden title heading(setting('group 1'), rows('group 1')), \
  for [i=1:rows('group 1')] keyentry \
    with linespoints lw 1.5 ps 0.9 pi -1 pt symbol_1[i] lc rgb colour_1[i] \
    title if_any(!of_entries, text_1[i]), \
  for [i=1:rows('group 1')] keyentry \
    with lines lw 2.5 lc rgb colour_1[i] title if_any(of_entries, text_1[i]), \
  keyentry with lines lc rgb hidden title if_any(rows('group 1') && rows('group 2'), ' '), \
  keyentry with lines lc rgb hidden title heading(setting('group 2'), rows('group 2')), \
  for [i=1:rows('group 2')] keyentry \
    with linespoints lw 1.5 ps 0.9 pi -1 pt symbol_2[i] lc rgb colour_2[i] \
    title text_2[i], \
  keyentry with lines lc rgb hidden title ' ', \
  keyentry with lines lc rgb hidden title heading('Engine', 1), \
  for [i=1:rows('engines')] keyentry \
    with lines ls 1 lc rgb pale(dark) title engine_title(i, 'band'), \
  for [i=1:rows('engines')] keyentry \
    with lines ls 2 lc rgb dark title engine_title(i, 'dashes'), \
  for [i=1:rows('engines')] keyentry \
    with linespoints ls 3 lc rgb dark title engine_title(i, 'dots'), \
  for [i=1:rows('engines')] keyentry \
    with points ls 4 pt (kind eq 'times' ? 5 : one_symbol) lc rgb dark \
    title engine_title(i, 'symbols'), \
  keyentry with points ls 4 lw 0.9 pt 4 lc rgb dark title if_any(number('hollow'), 'mpi: median without interval'), \
  keyentry with lines lc rgb hidden \
    title if_any(rows('published points') + rows('published ranges'), ' '), \
  keyentry with points pt 12 ps 1.9 lw 1.4 lc rgb 'black' \
    title if_any(rows('published points'), setting('points text')), \
  for [i=1:rows('published ranges')] keyentry with boxes fillcolor rgb range_colour \
    fillstyle solid border lc rgb '#C9A227' title range_text[i], \
  keyentry with lines lc rgb hidden title if_any(rows('crossovers'), ' '), \
  keyentry with lines lc rgb hidden \
    title heading(setting('lines heading'), rows('crossovers')), \
  for [i=1:rows('crossovers')] keyentry \
    with lines dt dash(crossover_pen[i]) lw 1 lc rgb dark title crossover_text[i]
