# One pen per engine, and a guide at the regret that sparlab_auto promises. Points show where it ran.
set arrow 1 from graph 0,first promised to graph 1,first promised nohead back dt 3 lw 1.5 lc rgb '#444444'
set style line 1 lw 6 lc rgb '#A9CCE3'                   # band
set style line 2 lw 2 pt 7 ps 0.7 lc rgb '#0072B2'       # dashes
set style line 3 lw 2 pt 5 ps 0.7 dt 2 lc rgb '#D55E00'  # dots
set style line 4 pt 4 ps 1 lw 1.5 lc rgb '#444444'       # symbols
plot \
  for [i=1:words(band)] data index block(band, i) using 1:2 with lines ls 1 notitle, \
  for [i=1:words(dashes)] data index block(dashes, i) using 1:2 with linespoints ls 2 notitle, \
  for [i=1:words(dots)] data index block(dots, i) using 1:2 with linespoints ls 3 notitle, \
  for [i=1:words(symbols)] data index block(symbols, i) using 1:2 with points ls 4 notitle, \
  keyentry with lines lc rgb hidden title heading('Engine', 1), \
  for [i=1:rows('engines')] keyentry with lines ls 1 title engine_title(i, 'band'), \
  for [i=1:rows('engines')] keyentry with linespoints ls 2 title engine_title(i, 'dashes'), \
  for [i=1:rows('engines')] keyentry with linespoints ls 3 title engine_title(i, 'dots'), \
  for [i=1:rows('engines')] keyentry with points ls 4 title engine_title(i, 'symbols'), \
  keyentry with lines dt 3 lw 1.5 lc rgb '#444444' title sprintf('%g %% slower', promised)

