set encoding utf8
set datafile separator "\t"

# All text and numbers come from the data file, and none of it is evaluated: strcol() returns a
# string, $1 a number, and strings are used only in titles and labels. A name in brackets begins a
# table; the setting `rows of NAME` is its length.
data = figure . '.dat'

# [settings]: name, value
array setting_name[64]
array setting_value[64]
stats data index '[settings]' using \
  (setting_name[int($0) + 1] = strcol(1), setting_value[int($0) + 1] = strcol(2), 0) nooutput
find(name, i) = setting_name[i] eq name ? setting_value[i] : find(name, i + 1)
setting(name) = find(name, 1)
number(name) = real(setting(name))

# [panels]: title, summary; [panel 1] has the times of each algorithm and engine over a bound: row,
# offset, least, 25 %, median, 75 %, greatest, colour
panels = int(number('rows of panels'))
array panel_title[panels]
array panel_summary[panels]
stats data index '[panels]' using \
  (i = int($0) + 1, panel_title[i] = strcol(1), panel_summary[i] = strcol(2), 0) nooutput
algorithms = int(number('rows of algorithms'))
array algorithm_text[algorithms]
stats data index '[algorithms]' using (algorithm_text[int($0) + 1] = strcol(1), 0) nooutput
engines = int(number('rows of engines'))
array engine_text[engines]
array engine_colour[engines]
stats data index '[engines]' using \
  (i = int($0) + 1, engine_text[i] = strcol(1), engine_colour[i] = $2, 0) nooutput

# One row for each algorithm, and in it one line for each engine.
step = 9.0 * engines + 7
names = 9.0 + 6.7 * number('longest name')
side = 330.0
gap = 22.0
top = 96.0
bottom = 92.0
width = names + panels * (side + gap)
height = top + bottom + step * algorithms
left_end(p) = (names + (p - 1) * (side + gap)) / width
right_end(p) = (names + (p - 1) * (side + gap) + side) / width

least = number('least')
greatest = number('greatest')
half = 0.32 / engines  # of a box

do for [format in 'png svg pdf'] {
  if (format eq 'png') {
    set terminal pngcairo size 2 * width,2 * height font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
  }
  if (format eq 'svg') {
    set terminal svg size width,height rounded font 'DejaVu Sans,10' background rgb 'white'
  }
  if (format eq 'pdf') {
    set terminal pdfcairo size width / 72.0,height / 72.0 font 'DejaVu Sans,10' rounded
  }
  set output figure . '.' . format
  set multiplot
  set label 1 '{/*1.2 ' . setting('title') . '}' at screen 0.5,screen (1 - 18 / height) center
  set label 2 setting('subtitle') at screen 0.5,screen (1 - 38 / height) center font ',9'
  set label 3 setting('note') at screen 8 / width,screen 10 / height font ',7.5' textcolor rgb '#555555'
  set tmargin at screen (1 - top / height)
  set bmargin at screen bottom / height
  set logscale x
  set xrange [least:greatest]
  set yrange [algorithms + 0.5:0.5]
  set format x greatest / least > 2000 ? '10^{%T}' : '%g'
  set border lw 0.8
  set tics scale 0.7
  set grid xtics lw 0.6 lc rgb '#E4E4E4' lt 1
  unset key
  do for [p=1:panels] {
    set lmargin at screen left_end(p)
    set rmargin at screen right_end(p)
    set title panel_title[p] . "\n{/*0.85 " . panel_summary[p] . '}' offset 0,-0.7
    set xlabel 'time / bound' offset 0,0.4
    set ytics () scale 0
    set for [i=1:algorithms] ytics add ((p == 1 ? algorithm_text[i] : '') i) font ',9'
    # Below 1 a time would beat its bound.
    set object 1 rectangle from first least,graph 0 to first 1,graph 1 \
      behind fillcolor rgb '#F6E3E0' fillstyle solid noborder
    set arrow 1 from first 1,graph 0 to first 1,graph 1 nohead back lw 1.2 lc rgb '#555555'
    set for [i=2:algorithms] arrow i from graph 0,first i - 0.5 to graph 1,first i - 0.5 \
      nohead back lw 0.4 lc rgb '#E4E4E4'
    block = sprintf('[panel %d]', p)
    plot \
      data index block using 3:($1 + $2):($7 - $3):(0):8 \
        with vectors nohead lw 1 lc rgb variable, \
      data index block using 5:($1 + $2):4:6:($1 + $2 - half):($1 + $2 + half):8 \
        with boxxyerror fillstyle solid noborder lc rgb variable, \
      data index block using 5:($1 + $2 - half):(0):(2 * half):8 \
        with vectors nohead lw 4 lc rgb variable, \
      data index block using 5:($1 + $2 - half):(0):(2 * half) \
        with vectors nohead lw 1.6 lc rgb 'white', \
      data index block using ($3 < number('broken below') ? $3 : NaN):($1 + $2) \
        with points pt 2 ps 0.7 lw 1.4 lc rgb '#B2182B'
    # Once for the whole page.
    unset label
    unset arrow
    unset object
  }
  # The legend, below the panels.
  set lmargin at screen 0
  set rmargin at screen 1
  set tmargin at screen 46 / height
  set bmargin at screen 18 / height
  unset title
  unset xlabel
  unset tics
  unset grid
  unset border
  unset logscale
  set xrange [0:1]
  set yrange [0:1]
  set key at screen 0.5,screen 40 / height center top horizontal Left reverse samplen 2 font ',9' maxrows 2
  plot -1 notitle, \
    for [i=1:engines] keyentry with boxes fillcolor rgb engine_colour[i] fillstyle solid noborder \
      title engine_text[i], \
    keyentry with points pt 2 ps 0.7 lw 1.4 lc rgb (number('broken') > 0 ? 0xB2182B : 0xFFFFFFFF) \
      title (number('broken') > 0 ? 'broken' : '')
  unset multiplot
  unset output
  set tics
  set border
}
