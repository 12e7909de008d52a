# Titles and legend.
set lmargin at screen 0.1
set title setting('title') . "\n{/*0.85 " . setting('subtitle') . '}' offset 0,-0.3
set label 1 setting('note') at screen 0.012,0.042 font ',7.5' textcolor rgb '#555555'
set label 2 setting('engines note') at screen 0.012,0.018 font ',7.5' textcolor rgb '#555555'
set bmargin 5.2
set border lw 0.8
set tics scale 0.7
set pointintervalbox 1.3
set grid xtics ytics lw 0.6 lc rgb '#DDDDDD' lt 1
plot_end = rows('successions') > 0 ? 0.615 : 0.69
set rmargin at screen plot_end
set key at screen plot_end + 0.015,screen 0.91 left top Left reverse samplen 3 spacing 1.1 maxrows 60 font ',9'
# The sample of a heading is fully transparent, so that only its text shows. An entry with an empty
# title takes no space.
hidden = '#FFFFFFFF'
if_any(count, text) = count > 0 ? text : ''
heading(text, count) = if_any(count, '{/:Bold ' . text . '}')
engine_title(i, pen) = engine_pen[i] eq pen ? engine_text[i] : ''

# The free axis: density, P or N.
axis = setting('axis')
set xrange [number('x from'):number('x to')]
set logscale x
if (axis eq 'density') { set xlabel "density of one rank's input, k / N" }
if (axis eq 'N') { set xlabel 'size of the index universe, N' }
if (axis eq 'P') { set xlabel 'number of ranks, P' }
set xtics ()
set for [i=1:rows('x ticks')] xtics add (x_tick_text[i] x_tick[i])

# The other axis: logarithmic, linear for regrets.
y_least = number('y least')
y_greatest = number('y greatest')
if (kind eq 'regret') {
  set ylabel 'time over the best, minus 1 (%)'
  promised = 10  # per cent
  set format y '%g'
  set yrange [y_least < 0 ? 1.1 * y_least : -0.4:1.15 * (y_greatest > promised ? y_greatest : promised)]
} else {
  set yrange [number('y from'):number('y to')]
  set logscale y
  set ytics ()
  set for [i=1:rows('y ticks')] ytics add (y_tick_text[i] y_tick[i])
  if (kind eq 'times') { set ylabel 'time of the slowest rank' }
  if (kind eq 'speed-up') { set ylabel 'best dense time / time' }
  if (kind eq 'traffic') { set ylabel 'bytes sent by a rank' }
  if (kind eq 'published') { set ylabel setting('y label') }
  if (kind eq 'fill-in') { set ylabel 'density of the result, K / N' }
}

set terminal pngcairo size 1800,1040 font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
set output figure . '.png'

