
# One colour per algorithm or number of entries, one line style per engine. The model is a broad
# pale band, so that a simulation that agrees with it remains visible on top.
dark = 0x444444
set style line 1 lw 5                            # model
set style line 2 lw 1.5 dt (7,6)                 # loggp
set style line 3 lw 1.5 dt (0.5,6) pt 7 ps 0.35  # simgrid
set style line 4 lw 1.5 ps 0.9                   # mpi
style(engine) = engine eq 'model' ? 1 : engine eq 'loggp' ? 2 : 3
shade(engine, colour) = engine eq 'model' ? 0x80000000 + colour : colour

# Where the best sparse time crosses the best dense one: a line, or a band for an interval.
dash(engine) = engine eq 'model' ? 1 : engine eq 'loggp' ? 2 : engine eq 'simgrid' ? 3 : 4
set for [i=1:rows('intervals')] object i rectangle \
  from first interval_from[i],graph 0 to first interval_to[i],graph 1 \
  behind fillcolor rgb '#EEEEEE' fillstyle solid noborder
set for [i=1:rows('crossovers')] arrow i \
  from first crossover_at[i],graph 0 to first crossover_at[i],graph 1 \
  nohead back dt dash(crossover_engine[i]) lw 1 lc rgb dark

# [curve 1], ...: x, y
# [simgrid points]: x, y, colour
# [measured]: x, y, symbol, colour
# [error bars]: x, lower end, upper end, colour
# [successions], circles where the winner changes: x, y
with_symbols = int(number('symbols in legend'))
plot \
  for [i=1:rows('curves')] data index sprintf('[curve %d]', i) using 1:2 \
    with lines ls style(curve_engine[i]) lc rgb shade(curve_engine[i], curve_colour[i]) notitle, \
  for [i=1:rows('simgrid points') > 0] data index '[simgrid points]' using 1:2:3 \
    with points ls 3 lc rgb variable notitle, \
  for [i=1:rows('measured') > 0] data index '[measured]' using 1:2:3:4 \
    with points ls 4 pt variable lc rgb variable notitle, \
  for [i=1:rows('error bars') > 0] data index '[error bars]' using 1:2:(0):($3 - $2):4 \
    with vectors nohead lw 1.5 lc rgb variable notitle, \
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
  keyentry with lines ls 1 lc rgb shade('model', dark) title if_any(has('model'), 'model'), \
  keyentry with lines ls 2 lc rgb dark title if_any(has('loggp'), 'loggp'), \
  keyentry with linespoints ls 3 lc rgb dark title if_any(has('simgrid'), 'simgrid'), \
  keyentry with points ls 4 pt int(number('mpi symbol')) lc rgb dark \
    title if_any(has('mpi'), setting('mpi text')), \
  keyentry with lines lc rgb hidden title if_any(rows('successions'), ' '), \
  keyentry with lines lc rgb hidden title heading('Crossovers', rows('successions')), \
  keyentry with points pt 6 ps 1.3 lc rgb 'black' \
    title if_any(rows('successions'), 'next winner takes over'), \
  keyentry with lines lc rgb hidden title if_any(rows('crossovers'), ' '), \
  keyentry with lines lc rgb hidden \
    title heading('Best sparse = best dense', rows('crossovers')), \
  for [i=1:rows('crossovers')] keyentry \
    with lines dt dash(crossover_engine[i]) lw 1 lc rgb dark title crossover_text[i]
