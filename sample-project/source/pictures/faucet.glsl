// A satin brass bridge faucet over a fireclay sink, the zellij backsplash behind it. Units are decimetres.
#define SAMPLES 14
#define FOCAL 2.1
#define APERTURE .045
const vec3 EYE = vec3(2.9, 3.5, 7.6), TARGET = vec3(.15, .98, .45), FOCUS = vec3(.3, 1.4, .9);

#define LIGHTS 2
Light light(int i) {
  // A tall window at the left, and the pendant above the sink.
  if (i == 0) return Light(vec3(-8., 4.2, 4.5), vec3(0, 2.6, 0), vec3(1.6, 0, 1.2), vec3(12.5, 13.2, 14.));
  return Light(vec3(1.2, 7.5, 2.2), vec3(1.5, 0, 0), vec3(0, 0, 1.5), vec3(4.2, 3., 1.9));
}
vec3 sky(vec3 d) {
  // The kitchen behind the camera: pale cabinets above a dark floor, a brighter far doorway.
  float cabinets = smoothstep(-.25, .1, d.y);
  vec3 room = mix(vec3(.16, .12, .09), vec3(.5, .49, .46), cabinets);
  float doorway = smoothstep(.06, .03, abs(d.x - .55)) * step(-.3, d.y) * step(d.y, .35) * step(0., d.z);
  return room * .42 + doorway * vec3(1.6, 1.5, 1.35);
}

const float TILE = 1.02;
float tilePart(vec2 cell) {
  return hash(cell * 1.37 + 5.);
}
float wall(vec3 p) {
  return p.z + 1.35;
}
float counter(vec3 p) {
  float top = box(p - vec3(0, -.2, 1.), vec3(9., .2, 2.35), .03);
  float basin = box(p - vec3(0, -1.6, 2.6), vec3(3.3, 2.4, 1.75), .25);
  return max(top, -basin);
}
float sink(vec3 p) {
  float outside = box(p - vec3(0, -1.2, 2.75), vec3(3.75, 1.15, 1.95), .14);
  float inside = box(p - vec3(0, -.7, 2.6), vec3(3.2, 1.5, 1.62), .3);
  return max(outside, -inside);
}
float faucet(vec3 p) {
  p.z -= .1;
  float near = length(p - vec3(0, 1.4, .5)) - 2.6;
  if (near > .6) return near;
  vec3 q = vec3(abs(p.x), p.yz);
  // Feet, posts and the collars on them.
  vec3 post = q - vec3(1.015, 0, 0);
  float d = cylinder(post - vec3(0, .03, 0), .27, .035, .02);
  d = melt(d, cylinder(post - vec3(0, .1, 0), .2, .05, .02), .06);
  d = melt(d, cylinder(post - vec3(0, .5, 0), .118, .5, .01), .05);
  d = min(d, cylinder(post - vec3(0, .72, 0), .165, .15, .03));
  d = min(d, cylinder(post - vec3(0, 1.02, 0), .15, .05, .02));
  d = min(d, cylinder(post - vec3(0, 1.16, 0), .125, .1, .03));
  // Levers, leaning out and a little forward.
  vec3 tip = vec3(.66, .33, .22);
  d = melt(d, capsule(post, vec3(0, 1.22, 0), vec3(0, 1.2, 0) + tip, .042), .08);
  d = min(d, length(post - vec3(0, 1.2, 0) - tip) - .066);
  // The bridge with its hub.
  d = melt(d, capsule(q, vec3(0, .72, 0), vec3(1.015, .72, 0), .088), .05);
  d = min(d, cylinder(p - vec3(0, .76, 0), .17, .2, .03));
  d = min(d, cylinder(p - vec3(0, 1., 0), .14, .05, .02));
  // The gooseneck: up, a half circle to the front, down to the aerator.
  float neck = capsule(p, vec3(0, .9, 0), vec3(0, 1.95, 0), .098);
  vec3 c = p - vec3(0, 1.95, .62);
  float arc = c.y > 0. ? length(vec2(length(c.yz) - .62, c.x)) - .098 : 9.;
  float drop = capsule(p, vec3(0, 1.95, 1.24), vec3(0, 1.66, 1.24), .098);
  d = melt(d, min(min(neck, arc), drop), .03);
  d = min(d, cylinder(p - vec3(0, 1.6, 1.24), .122, .1, .02));
  return d;
}
/** A beaker with some sprigs of eucalyptus. */
float beaker(vec3 p) {
  p -= vec3(-2.75, .52, -.35);
  return max(abs(cylinder(p, .36, .52, .05)) - .02, p.y - .48);
}
float sprig(vec3 p) {
  p -= vec3(-2.75, .2, -.35);
  float d = 9.;
  if (length(p - vec3(0, 1.2, 0)) > 1.9) return length(p - vec3(0, 1.2, 0)) - 1.7;
  for (int stem = 0; stem < 3; stem++) {
    float a = float(stem) * 2.1 + .4;
    vec3 lean = vec3(cos(a) * .75, 2.2 - .35 * float(stem), sin(a) * .45);
    d = min(d, capsule(p, vec3(0), lean, .018));
    for (int leaf = 2; leaf < 7; leaf++) {
      // Round leaves, flat as coins, left and right of the stem in turn.
      float side = mod(float(leaf), 2.) * 2. - 1.;
      vec3 out_ = normalize(vec3(side * sin(a + .6), .45, side * cos(a + .6)));
      vec3 face = normalize(vec3(cos(a + float(leaf)), .8 + .3 * side, sin(a * 2. + float(leaf))));
      vec3 at = p - lean * (float(leaf) / 6.5) - out_ * .15;
      float above = dot(at, face), r = length(at - face * above);
      d = min(d, length(vec2(max(r - .15, 0.), above + r * r)) * .75 - .011);
    }
  }
  return d;
}
float map(vec3 p) {
  return min(min(min(wall(p), counter(p)), min(sink(p), faucet(p))), min(beaker(p), sprig(p)));
}
Surface surface(vec3 p, vec3 n) {
  float d = map(p) + .001;
  if (faucet(p) < d) {
    // Brushed along the turning of the lathe: fine lines tilt the normal a little.
    float line = noise(vec2(p.y * 160., atan(p.x, p.z) * 2.)) - .5;
    return Surface(vec3(.83, .59, .32), normalize(n + vec3(0, line * .05, 0)), .36, 1., 1.);
  }
  if (sprig(p) < d) return Surface(mix(vec3(.2, .3, .21), vec3(.34, .43, .33), noise(p.xy * 4.)), n, .6, .6, 0.);
  if (beaker(p) < d) return Surface(vec3(.82, .85, .83), n, .05, 1., 0.);
  if (wall(p) < d) {
    vec2 at = p.xy / TILE + vec2(.5, .03), cell = floor(at), f = fract(at) - .5;
    vec2 edge = abs(f) + (vec2(noise(p.yx * 3. + cell), noise(p.xy * 3. + cell)) - .5) * .018;
    if (max(edge.x, edge.y) > .484) return Surface(vec3(.62, .6, .55), n, .9, 0., 0.);
    float tone = tilePart(cell);
    vec3 glaze = mix(vec3(.17, .29, .255), vec3(.4, .52, .455), tone);
    glaze = mix(glaze, vec3(.53, .61, .54), .3 * smoothstep(.45, .75, clouds(p.xy * 2.2 + cell * 3.)));
    glaze *= 1. - .25 * smoothstep(.4, .485, max(edge.x, edge.y));
    if (noise(p.xy * 9. + cell * 7.) > .965) glaze = vec3(.6, .42, .3);
    vec2 tilt = (vec2(tilePart(cell + 3.), tilePart(cell + 11.)) - .5) * .11;
    vec2 wave = vec2(noise(p.xy * 2.6 + cell), noise(p.yx * 2.6 + cell + 5.)) - .5;
    vec2 rim = smoothstep(.38, .49, abs(f)) * sign(f) * .35;
    return Surface(glaze, normalize(n + vec3(tilt + wave * .12 + rim, 0)), .09, 1., 0.);
  }
  if (counter(p) < d) return Surface(quartzite(p.xz * .42 + 2.), n, .42, .8, 0.);
  return Surface(vec3(.86, .85, .8), n, .12, 1., 0.);
}
