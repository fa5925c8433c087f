// A wall half tiled with sea glass zellij: mortar still combed at the right, the ledger below, the maker's tag on a
// strip of tape. Units are decimetres.
#define SAMPLES 10
#define FOCAL 1.75
#define APERTURE .05
const vec3 EYE = vec3(-2.6, 2.2, 6.4), TARGET = vec3(.55, 1.75, 0), FOCUS = vec3(.6, 1.8, .1);

#define LIGHTS 2
Light light(int i) {
  // A window whose panes the glaze mirrors, and one that grazes the wall from the right.
  if (i == 0) return Light(vec3(5.6, 3.7, 8.2), vec3(0, 2.3, 0), vec3(1.25, 0, -.9), vec3(7.6, 7.9, 8.3));
  return Light(vec3(8.5, 4.6, 2.6), vec3(0, 2.4, 0), vec3(.5, 0, 1.3), vec3(13., 12.4, 11.));
}
vec3 sky(vec3 d) {
  vec3 room = mix(vec3(.2, .17, .14), vec3(.55, .54, .5), smoothstep(-.3, .4, d.y));
  float studs = smoothstep(.35, .5, abs(fract(d.x * 3.2) - .5));
  return room * mix(.5, .3, studs);
}

const float TILE = 1.02;
bool set(vec2 cell) {
  float last = 1. - floor(cell.y * .5) + step(.5, hash(vec2(cell.y, 2.)));
  return cell.x <= last && cell.y >= 0. && cell.y <= 4. - step(1., cell.x) * 1.;
}
float tile(vec3 p, vec2 cell) {
  vec3 q = p - vec3((cell + .5) * TILE + vec2(0, .02), .12);
  vec2 lean = vec2(hash(cell + 3.), hash(cell + 11.)) - .5;
  q.z -= dot(q.xy, lean) * .07 + (hash(cell + 21.) - .5) * .03;
  q.xy += (vec2(noise(q.yx * 4. + cell), noise(q.xy * 4. + cell * 2.)) - .5) * .02;
  return box(q, vec3(.492, .492, .1), .025) * .9;
}
float tiles(vec3 p) {
  if (p.z > .5) return p.z - .3;
  vec2 base = floor(p.xy / TILE - .5);
  float d = 1.;
  for (int i = 0; i < 4; i++) {
    vec2 cell = base + vec2(i & 1, i >> 1);
    if (set(cell)) d = min(d, tile(p, cell));
  }
  return min(d, max(p.z, .12));
}
float mortar(vec3 p) {
  if (p.z > .35) return p.z - .2;
  vec2 sweep = p.xy - vec2(-2.5, -1.5);
  float ridge = sin(length(sweep) * 26. + 1.5 * noise(p.xy * 1.3));
  float edge = smoothstep(0., .12, 3.55 + .5 * (noise(vec2(p.y * 1.7, 2.)) - .5) - p.x) * smoothstep(0., .1, 4.9 + .25 * noise(vec2(p.x * 2., 5.)) - p.y);
  return (p.z - edge * (.055 + .035 * ridge + .02 * noise(p.xy * 14.))) * .6;
}
float ledger(vec3 p) {
  return box(p - vec3(0, -.22, .1), vec3(12., .2, .18), .02);
}
float screws(vec3 p) {
  vec3 q = p - vec3(clamp(floor(p.x / 2.4 + .5), -3., 4.) * 2.4 - .3, -.22, .28);
  return max(length(q.xy) - .075, abs(q.z) - .012);
}
const vec3 TAG = vec3(2.78, 2.5, .12);
vec3 onTag(vec3 p) {
  vec3 q = p - TAG;
  q.xy = turn(-.05) * q.xy;
  q.z -= .05 * q.y * q.y + .02 * sin(q.x * 3.);
  return q;
}
float tag(vec3 p) {
  return box(onTag(p), vec3(.72, .5, .006), .003) * .8;
}
float tape(vec3 p) {
  vec3 q = p - TAG - vec3(.02, .55, .03);
  q.xy = turn(.04) * q.xy;
  return box(q, vec3(.52, .14, .006), .003) * .8;
}
float map(vec3 p) {
  return min(min(min(tiles(p), mortar(p)), min(ledger(p), screws(p))), min(tag(p), tape(p)));
}
Surface surface(vec3 p, vec3 n) {
  float d = map(p) + .001;
  if (tag(p) < d) {
    vec2 at = onTag(p).xy / vec2(1.44, 1.) + .5;
    return Surface(textureLod(label, at, 0.).rgb * .9, n, .8, .2, 0.);
  }
  if (tape(p) < d) return Surface(vec3(.08, .3, .62) * (.9 + .2 * noise(p.xy * vec2(90., 6.))), n, .6, .5, 0.);
  if (screws(p) < d) return Surface(vec3(.6, .58, .5), n, .35, 1., 1.);
  if (ledger(p) < d) return Surface(boards(p.xy * vec2(.8, 1.) + vec2(0, .9), 1.7, vec3(.72, .53, .33), vec3(.5, .33, .18)), n, .75, .3, 0.);
  if (tiles(p) < d) {
    vec2 at = (p.xy - vec2(0, .02)) / TILE, cell = floor(at), f = fract(at) - .5;
    float side = smoothstep(.9, .5, n.z);
    float tone = hash(cell * 1.37 + 5.);
    vec3 glaze = mix(vec3(.13, .26, .22), vec3(.36, .5, .43), tone);
    float pool = clouds(p.xy * 2.4 + cell * 3.);
    glaze = mix(glaze, glaze * 1.5 + .04, smoothstep(.4, .75, pool) * .7);
    glaze = mix(glaze, glaze * .55, smoothstep(.38, .49, max(abs(f.x), abs(f.y))) * .8);
    float chip = smoothstep(.62, .7, noise(p.xy * 11. + cell * 5.)) * smoothstep(.452, .478, max(abs(f.x), abs(f.y)));
    vec2 spot = p.xy * 3.3, at_ = fract(spot) - .2 - .6 * vec2(hash(floor(spot)), hash(floor(spot) + 40.));
    float speck = .1 * pow(hash(floor(spot) + 9.), 3.) - length(at_ + .03 * noise(p.xy * 40.));
    if (speck > 0. || chip > .5 || side > .75) return Surface(vec3(.6, .43, .31), n, .9, .1, 0.);
    vec2 wave = vec2(noise(p.xy * 3.1 + cell), noise(p.yx * 3.1 + cell + 5.)) - .5;
    vec2 fine = vec2(noise(p.xy * 9.), noise(p.yx * 9. + 4.)) - .5;
    return Surface(glaze, normalize(n + vec3(wave * .1 + fine * .03, 0)), .07, 1., 0.);
  }
  if (p.z < .012) return Surface(vec3(.56, .56, .53) * (.9 + .15 * clouds(p.xy * 6.)), n, .95, .05, 0.);
  return Surface(vec3(.5, .49, .46) * (.85 + .2 * noise(p.xy * 5.)), n, .9, .1, 0.);
}
