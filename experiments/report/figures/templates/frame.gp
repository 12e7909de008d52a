# Titles and legend.
set title setting('title') . "\n{/*0.85 " . setting('subtitle') . '}' offset 0,-0.3
set label 1 setting('note') at screen 0.012,0.042 font ',7.5' textcolor rgb '#555555'
set label 2 setting('engines note') at screen 0.012,0.018 font ',7.5' textcolor rgb '#555555'
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
engine_title(i, pen) = engine_pen[i] eq pen ? engine_text[i] : ''

# The free axis: density, P or N.
axis = setting('axis')
x_margin = (x_last / x_first)**0.035
set xrange [x_first / x_margin:x_last * x_margin]
set logscale x
is_power_of_two(x) = x == 2.0**floor(log(x) / log(2) + 0.5)
if (axis eq 'density') {
  set xlabel "density of one rank's input, k / N"
  set format x '10^{%T}'
  set mxtics 10
}
if (axis eq 'N') {
  set xlabel 'size of the index universe, N'
  powers = 1
  do for [i=1:rows('positions')] { powers = powers && is_power_of_two(x_position[i]) }
  if (powers) { set logscale x 2; set format x '2^{%L}' } else { set format x '%.0s%c' }
}
if (axis eq 'P') {
  set xlabel 'number of ranks, P'
  # The default format reserves space for a sign, which moves labels off centre.
  set format x '%.0f'
  if (rows('positions') > 12) {
    set logscale x 2
  } else {
    set xtics (x_first)
    set for [i=2:rows('positions')] xtics add (x_position[i])
  }
}

# The other axis: logarithmic for times and densities, linear for regrets.
y_least = number('y least')
y_greatest = number('y greatest')
if (kind eq 'regret') {
  set ylabel 'time over the best, minus 1 (%)'
  promised = 10  # per cent
  set format y '%g'
  set yrange [y_least < 0 ? 1.1 * y_least : -0.4:1.15 * (y_greatest > promised ? y_greatest : promised)]
} else {
  y_margin = kind eq 'times' ? 1.4 : 1.3
  y_from = y_least / y_margin
  y_to = y_greatest * y_margin
  set yrange [y_from:y_to]
  set logscale y
  # With labels at decades only, a narrow range would have one or two of them, or none.
  narrow = y_to / y_from <= 100
  if (narrow) {
    set ytics (10.0**floor(log10(y_from)))
    do for [decade=int(floor(log10(y_from))):int(floor(log10(y_to)))] {
      set for [digit in '1 2 5'] ytics add (digit * 10.0**decade)
    }
  }
  if (kind eq 'times') {
    set ylabel 'time of the slowest rank'
    set format y '%.0s %cs'
  } else {
    set ylabel 'density of the result, K / N'
    set format y narrow ? '%g' : '10^{%T}'
  }
}

set terminal pngcairo size 1640,1040 font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
set output figure . '.png'

