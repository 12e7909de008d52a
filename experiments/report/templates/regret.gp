
# One line per engine, and a guide at the regret that sparlab_auto promises. Points show where it
# ran.
guide = number('promised percent')
set arrow 1 from graph 0,first guide to graph 1,first guide nohead back dt 3 lw 1.5 lc rgb '#444444'

# [model], [loggp], [simgrid], [mpi]: x, y
set style line 1 lw 6 lc rgb '#A9CCE3'                   # model
set style line 2 lw 2 pt 7 ps 0.7 lc rgb '#0072B2'       # loggp
set style line 3 lw 2 pt 5 ps 0.7 dt 2 lc rgb '#D55E00'  # simgrid
set style line 4 pt 4 ps 1 lw 1.5 lc rgb '#444444'       # mpi
plot \
  for [i=1:has('model')] data index '[model]' using 1:2 with lines ls 1 notitle, \
  for [i=1:has('loggp')] data index '[loggp]' using 1:2 with linespoints ls 2 notitle, \
  for [i=1:has('simgrid')] data index '[simgrid]' using 1:2 with linespoints ls 3 notitle, \
  for [i=1:has('mpi')] data index '[mpi]' using 1:2 with points ls 4 notitle, \
  keyentry with lines lc rgb hidden title heading('Engine', 1), \
  keyentry with lines ls 1 title if_any(has('model'), 'model'), \
  keyentry with linespoints ls 2 title if_any(has('loggp'), 'loggp'), \
  keyentry with linespoints ls 3 title if_any(has('simgrid'), 'simgrid'), \
  keyentry with points ls 4 title if_any(has('mpi'), 'mpi'), \
  keyentry with lines dt 3 lw 1.5 lc rgb '#444444' title sprintf('%g %% slower', guide)
