// The rating plate on the upper edge of an open dishwasher door: printed aluminium on brushed steel, a rubber gasket and
// the oak panel behind. Units are centimetres.
#define SAMPLES 10
#define FOCAL 1.9
#define APERTURE .2
const vec3 EYE = vec3(-2.9, 12.4, 12.6), TARGET = vec3(.1, 0, .15), FOCUS = vec3(-.4, 0, .4);

#define LIGHTS 2
Light light(int i) {
  if (i == 0) return Light(vec3(-10., 16., -16.), vec3(6.5, 0, 0), vec3(0, 4.5, 2.), vec3(2.6, 2.75, 3.));
  return Light(vec3(14., 20., 8.), vec3(3., 0, 0), vec3(0, 0, 3.), vec3(7., 6., 4.6));
}
vec3 sky(vec3 d) {
  vec3 kitchen = mix(vec3(.12, .1, .08), vec3(.5, .5, .47), smoothstep(-.1, .6, d.y));
  float shelf = smoothstep(.02, .0, abs(d.y - .45 - .1 * d.x));
  return kitchen * (1. - .6 * shelf) * .7;
}

const vec3 HALF = vec3(5.4, .05, 3.3);
float plate(vec3 p) {
  vec3 q = p - vec3(0, .05, 0);
  q.xz = turn(.035) * q.xz;
  float d = box(q, HALF, .04);
  vec2 corner = abs(q.xz) - HALF.xz + .45;
  d = max(d, length(max(corner, 0.)) - .45);
  return d;
}
float rivets(vec3 p) {
  vec3 q = p;
  q.xz = abs(turn(.035) * q.xz) - HALF.xz + .5;
  q.y -= .07;
  return (length(q * vec3(1, 1.9, 1)) - .2) * .5;
}
float door(vec3 p) {
  float d = box(p - vec3(0, -1., 0.), vec3(40., 1., 6.2), .25);
  return d;
}
float gasket(vec3 p) {
  vec3 q = p - vec3(0, -.3, -6.75);
  float d = length(q.yz) - .5;
  return min(d, length(q.yz - vec2(.32, .2)) - .24);
}
float panel(vec3 p) {
  return box(p - vec3(0, -.4, -8.6), vec3(40., 1.3, 1.1), .12);
}
float floor_(vec3 p) {
  return p.y + 14.;
}
float map(vec3 p) {
  return min(min(min(plate(p), rivets(p)), min(door(p), gasket(p))), min(panel(p), floor_(p)));
}
Surface surface(vec3 p, vec3 n) {
  float d = map(p) + .002;
  if (rivets(p) < d) return Surface(vec3(.72, .72, .7), n, .22, 1., 1.);
  if (plate(p) < d) {
    vec2 q = turn(.035) * p.xz;
    vec2 at = q / HALF.xz * vec2(.5, -.5) + .5;
    vec4 ink = textureLod(label, at, 0.);
    float scratch = smoothstep(.006, .0, abs(q.y - .4 * q.x + .8 + .1 * noise(q * 2.))) * step(.5, noise(q * 1.4 + 3.));
    float worn = smoothstep(.6, .8, clouds(q * 1.1 + 4.)) * .12;
    float brushed = noise(vec2(q.x * 2.5, q.y * 160.)) - .5;
    if (n.y > .7 && random() < ink.a) return Surface(vec3(.02) + worn * .4, n, .5, .7, 0.);
    return Surface(vec3(.8, .81, .8) + scratch * .2, normalize(n + vec3(0, 0, brushed * .05)), .33 + worn, 1., 1.);
  }
  if (gasket(p) < d) return Surface(vec3(.035, .036, .038), n, .6, .8, 0.);
  if (panel(p) < d) return Surface(boards(p.xz * .16 + vec2(1.2, 3.05), 6., vec3(.66, .47, .27), vec3(.48, .31, .16)), n, .5, .7, 0.);
  if (floor_(p) < d) return Surface(boards(p.xz * .06 + 4., .8, vec3(.5, .36, .22), vec3(.33, .22, .13)), n, .4, .8, 0.);
  float brushed = noise(vec2(p.x * 1.3, p.z * 110.)) - .5;
  float drop = smoothstep(.95, .96, noise(p.xz * 1.1 + 17.));
  return Surface(vec3(.66, .66, .65), normalize(n + vec3(0, 0, brushed * .09)), mix(.38, .2, drop), 1., 1.);
}
