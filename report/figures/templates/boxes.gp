
set encoding utf8
set datafile separator "\t"

# All text and numbers come from the data file, and none of it is evaluated.
data = figure . '.dat'

# [settings]: name, value
array setting_name[64]
array setting_value[64]
stats data index '[settings]' using \
  (setting_name[int($0) + 1] = strcol(1), setting_value[int($0) + 1] = strcol(2), 0) nooutput
find(name, i) = setting_name[i] eq name ? setting_value[i] : find(name, i + 1)
setting(name) = find(name, 1)
number(name) = real(setting(name))
rows(table) = int(number('rows of ' . table))

# [panels]: title, and how many boxes, lines, points and labels it has
panels = rows('panels')
array panel_title[panels]
array boxes[panels]
array lines[panels]
array points[panels]
array labels[panels]
stats data index '[panels]' using \
  (i = int($0) + 1, panel_title[i] = strcol(1), boxes[i] = $2, lines[i] = $3, points[i] = $4, \
   labels[i] = $5, 0) nooutput
entries = rows('legend')
array entry_sample[entries]
array entry_colour[entries]
array entry_symbol[entries]
array entry_text[entries]
stats data index '[legend]' using \
  (i = int($0) + 1, entry_sample[i] = strcol(1), entry_colour[i] = $2, entry_symbol[i] = $3, \
   entry_text[i] = strcol(4), 0) nooutput
array x_tick[rows('x ticks') + 1] = [0]
array x_tick_text[rows('x ticks') + 1] = ['']
if (rows('x ticks') > 0) {
  stats data index '[x ticks]' using \
    (i = int($0) + 1, x_tick[i] = $1, x_tick_text[i] = strcol(2), 0) nooutput
}
array y_tick[rows('y ticks') + 1] = [0]
array y_tick_text[rows('y ticks') + 1] = ['']
if (rows('y ticks') > 0) {
  stats data index '[y ticks]' using \
    (i = int($0) + 1, y_tick[i] = $1, y_tick_text[i] = strcol(2), 0) nooutput
}

# Panels beside each other with one scale, and the legend at the right.
gap = 22.0
left = number('left margin')
legend_width = number('legend width')
top = 84.0
bottom = 84.0
plots_width = panels * number('panel width') + (panels - 1) * gap
width = left + plots_width + legend_width
width = width < 620 ? 620 : width
legend_height = 18.0 * entries + 10
inner = number('panel height')
inner = inner < legend_height ? legend_height : inner
height = inner + top + bottom
left_end(i) = (left + (i - 1) * (number('panel width') + gap)) / width
right_end(i) = left_end(i) + number('panel width') / width
hidden = 0xFFFFFFFF

do for [format in 'png svg pdf'] {
  if (format eq 'png') {
    set terminal pngcairo size 2 * width,2 * height font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
  }
  if (format eq 'svg') {
    set terminal svg size width,height rounded font 'DejaVu Sans,10' background rgb 'white'
  }
  if (format eq 'pdf') {
    set terminal pdfcairo size width / 40 cm,height / 40 cm font 'DejaVu Sans,10' fontscale 0.75 linewidth 1 pointscale 0.75 rounded
  }
  set output figure . '.' . format
  set multiplot
  set label 1 '{/*1.2 ' . setting('title') . '}' at screen 0.5,screen (1 - 20 / height) center
  set label 2 setting('subtitle') at screen 0.5,screen (1 - 42 / height) center
  set label 3 setting('note') at screen 8 / width,screen 14 / height font ',7.5' textcolor rgb '#555555'
  set border lw 0.8
  set tics scale 0.6 nomirror out
  unset key
  unset grid
  if (number('x log')) { set logscale x } else { set grid xtics lw 0.6 lc rgb '#DDDDDD' lt 1 }
  if (number('y log')) { set logscale y }
  unset mxtics
  unset mytics
  set xrange [number('x from'):number('x to')]
  set yrange [number('y from'):number('y to')]
  set tmargin at screen 1 - top / height
  set bmargin at screen bottom / height
  set style fill solid noborder
  set style textbox opaque noborder fillcolor rgb 'white' margins 0.6,0.4
  set xtics ()
  set for [i=1:rows('x ticks')] xtics add (x_tick_text[i] x_tick[i])
  set xlabel setting('x label')
  do for [p=1:panels] {
    set lmargin at screen left_end(p)
    set rmargin at screen right_end(p)
    set title panel_title[p] offset 0,-0.5
    set ytics ()
    if (p == 1) {
      set for [i=1:rows('y ticks')] ytics add (y_tick_text[i] y_tick[i])
      set ylabel setting('y label')
    } else {
      set for [i=1:rows('y ticks')] ytics add ('' y_tick[i])
      unset ylabel
    }
    plot \
      for [i=1:boxes[p] > 0] data index sprintf('[boxes %d]', p) using 1:3:1:2:3:4:5 \
        with boxxyerror lc rgb variable notitle, \
      for [i=1:lines[p] > 0] data index sprintf('[lines %d]', p) using 1:2:3:4 \
        with vectors nohead lw 3 lc rgb 'white' notitle, \
      for [i=1:lines[p] > 0] data index sprintf('[lines %d]', p) using 1:2:3:4 \
        with vectors nohead lw 1.4 lc rgb 'black' notitle, \
      for [i=1:points[p] > 0] data index sprintf('[points %d]', p) using 1:2:3:4 \
        with points ps 0.75 lw 1 pt variable lc rgb variable notitle, \
      for [i=1:labels[p] > 0] data index sprintf('[labels %d]', p) using 1:2:3 \
        with labels font 'DejaVu Sans:Bold,9' boxed notitle
    # Once for the whole page.
    unset label
  }
  # The legend.
  set lmargin at screen right_end(panels)
  set rmargin at screen 0.999
  unset title
  unset xlabel
  unset ylabel
  unset tics
  unset grid
  unset border
  unset logscale
  set xrange [0:1]
  set yrange [0:1]
  set key at screen (right_end(panels) + 12 / width),screen (1 - top / height) left top Left \
    reverse samplen 2 spacing 1.2 font ',9' maxrows entries
  # Hidden symbols have a size: some programs refuse an SVG with a symbol of size 0.
  plot -1 notitle, \
    for [i=1:entries] keyentry with points pt (entry_sample[i] eq 'point' ? entry_symbol[i] : 5) \
      ps (entry_sample[i] eq 'point' ? 1 : entry_sample[i] eq 'box' ? 1.6 : 0.1) \
      lc rgb (entry_sample[i] eq 'point' || entry_sample[i] eq 'box' ? entry_colour[i] : hidden) \
      title (entry_sample[i] eq 'heading' ? '{/:Bold ' . entry_text[i] . '}' : entry_text[i])
  unset multiplot
  unset output
  set tics
  set border
}
