
# Titles, axes and legend.
set title setting('title') . "\n{/*0.85 " . setting('subtitle') . '}' offset 0,-0.3
set label 1 setting('note') at screen 0.012,0.042 font ',7.5' textcolor rgb '#555555'
set label 2 setting('engines note') at screen 0.012,0.018 font ',7.5' textcolor rgb '#555555'
set xlabel setting('x label')
set ylabel setting('y label')
set bmargin 5.2
set border lw 0.8
set tics scale 0.7
set pointintervalbox 1.3
set grid xtics ytics lw 0.6 lc rgb '#DDDDDD' lt 1
set key outside right top Left reverse samplen 3 spacing 1.1 font ',9'
# The sample of a heading is fully transparent, so that only its text shows. An entry with an empty
# title takes no space.
hidden = '#FFFFFFFF'
if_any(count, text) = count > 0 ? text : ''
heading(text, count) = if_any(count, '{/:Bold ' . text . '}')

set logscale x
x_scale = setting('x scale')
if (x_scale eq 'decades') { set format x '10^{%T}'; set mxtics 10 }
if (x_scale eq 'powers of two') { set logscale x 2; set format x '2^{%L}' }
if (x_scale eq 'prefixes') { set format x '%.0s%c' }
if (x_scale eq 'doubling') { set logscale x 2; set format x '%.0f' }
# The default format reserves space for a sign, which moves labels off centre.
if (x_scale eq 'listed') { set format x '%.0f' }
if (rows('x tics') > 0) {
  set xtics (x_tic[1])
  set for [i=2:rows('x tics')] xtics add (x_tic[i])
}
set xrange [number('x from'):number('x to')]

y_scale = setting('y scale')
if (y_scale eq 'seconds') { set logscale y; set format y '%.0s %cs' }
if (y_scale eq 'decades') { set logscale y; set format y rows('y tics') > 0 ? '%g' : '10^{%T}' }
if (y_scale eq 'percent') { set format y '%g' }
if (rows('y tics') > 0) {
  set ytics (y_tic[1])
  set for [i=2:rows('y tics')] ytics add (y_tic[i])
}
set yrange [number('y from'):number('y to')]

set terminal pngcairo size 1640,1040 font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
set output figure . '.png'
