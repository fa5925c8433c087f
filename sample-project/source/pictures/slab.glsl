// A slab of ivory quartzite on its wooden rack in the stone yard, tape marking where the sink will be cut. Units are
// half metres.
#define SAMPLES 10
#define FOCAL 1.62
#define APERTURE .02
const vec3 EYE = vec3(-2.7, 2.5, 8.1), TARGET = vec3(-.05, 1.98, 0), FOCUS = vec3(-.2, 2., .3);

#define LIGHTS 2
Light light(int i) {
  if (i == 0) return Light(vec3(-5., 9.5, 7.), vec3(2.2, 0, 0), vec3(0, 0, 3.), vec3(10.6, 10.8, 11.));
  return Light(vec3(6., 9., 5.), vec3(.6, 0, 0), vec3(0, 0, 3.), vec3(7., 6., 4.4));
}
vec3 sky(vec3 d) {
  float beams = smoothstep(.3, .5, abs(fract(d.x * 2.5 + d.z) - .5));
  return mix(vec3(.14, .135, .13), vec3(.3, .31, .32), smoothstep(-.1, .5, d.y)) * mix(.7, .45, beams);
}

const vec3 HALF = vec3(3.25, 1.86, .024);
vec3 lean(vec3 p, float z) {
  vec3 q = p - vec3(0, .42, z);
  q.yz = turn(.12) * q.yz;
  return q - vec3(0, HALF.y, 0);
}
float slab(vec3 p) {
  vec3 q = lean(p, .35);
  q.xy += (vec2(noise(vec2(q.y * 3., 1.)), noise(vec2(q.x * 2., 4.))) - .5) * .05;
  return box(q, HALF, .006) * .9;
}
float others(vec3 p) {
  float d = box(lean(p - vec3(.6, 0, 0), .05) + vec3(.2, -.22, 0), vec3(3.3, 1.9, .04), .01);
  d = min(d, box(lean(p - vec3(-8.4, 0, -.7), .2), vec3(3.2, 1.95, .04), .01));
  return min(d, box(lean(p - vec3(8.6, 0, -.4), .3) + vec3(0, .3, 0), vec3(3.2, 1.6, .04), .01)) * .95;
}
float rack(vec3 p) {
  float rail = box(p - vec3(0, .2, .32), vec3(14., .09, .38), .02);
  rail = min(rail, box(p - vec3(0, .36, .3), vec3(14., .055, .09), .015));
  vec3 q = p;
  q.x = abs(q.x) - 2.2;
  rail = min(rail, box(q - vec3(0, .08, .3), vec3(.13, .1, .9), .02));
  vec3 post = p - vec3(clamp(floor(p.x / 4.3 + .5), -3., 3.) * 4.3, 2.4, -.55);
  return min(rail, box(post, vec3(.12, 2.6, .12), .02));
}
float floor_(vec3 p) {
  return p.y;
}
float back(vec3 p) {
  return p.z + 6.;
}
const vec2 TAG = vec2(2.15, .92);
float map(vec3 p) {
  return min(min(min(slab(p), others(p)), rack(p)), min(floor_(p), back(p)));
}
float line(vec2 p, vec2 from, vec2 to) {
  vec2 way = to - from, q = p - from;
  return length(q - way * clamp(dot(q, way) / dot(way, way), 0., 1.));
}
Surface surface(vec3 p, vec3 n) {
  float d = map(p) + .001;
  if (slab(p) < d) {
    vec2 at = lean(p, .35).xy;
    vec2 onTag = (turn(.03) * (at - TAG)) / vec2(1.26, .84) + .5;
    if (n.z > .5 && onTag == clamp(onTag, 0., 1.)) return Surface(textureLod(label, onTag, 0.).rgb * .92, n, .5, .5, 0.);
    vec3 stone = quartzite(at * .8 + vec2(7.3, 2.1));
    // Corners of the sink's cut-out, in blue tape.
    vec2 q = at - vec2(-1.05, .1);
    vec2 a = abs(q) - vec2(.86, .52);
    bool corner = max(abs(a.x), abs(a.y)) < .2 && (abs(a.x) < .03 || abs(a.y) < .03) && max(a.x, a.y) < .03;
    if (n.z > .5 && corner) return Surface(vec3(.1, .33, .62), n, .6, .4, 0.);
    float pencil = min(line(at, vec2(-2.95, -1.1), vec2(1.15, -1.06)), line(at, vec2(1.15, -1.06), vec2(1.16, 1.3)));
    if (n.z > .5 && pencil < .006 && noise(at * 40.) > .3) stone *= .6;
    // The sawn edge is duller and paler.
    if (n.z < .5) return Surface(stone * .85 + .05, n, .9, .1, 0.);
    return Surface(stone, n, .34, 1., 0.);
  }
  if (others(p) < d) {
    vec3 stone = p.x < -4.8 ? vec3(.1, .13, .12) : p.x > 4.8 ? vec3(.45, .33, .29) : vec3(.16, .165, .17);
    stone *= .6 + .8 * clouds(p.xy * 3.) + .5 * pow(1. - abs(sin(p.x * 2. + p.y * 3. + 5. * clouds(p.xy * 1.5))), 16.);
    return Surface(stone, n, .15, 1., 0.);
  }
  if (rack(p) < d) {
    vec2 q = abs(n.y) > .6 ? p.xz : abs(n.z) > .6 ? p.xy : p.yz;
    vec3 wood = boards(q * vec2(.5, 1.) + vec2(2., .3), 1.3, vec3(.62, .46, .3), vec3(.4, .27, .16));
    return Surface(wood * (.75 + .35 * noise(p.xz * 2.)), n, .85, .2, 0.);
  }
  if (back(p) < d) {
    float ribs = .5 + .5 * sin(p.x * 14.);
    return Surface(vec3(.26, .28, .29) * (.8 + .2 * ribs), normalize(n + vec3(cos(p.x * 14.) * .3, 0, 0)), .5, .6, 0.);
  }
  float stain = clouds(p.xz * .7);
  float damp = smoothstep(.52, .62, clouds(p.xz * .45 + 8.));
  float joint = smoothstep(.02, .006, abs(p.z - 3.1)) + smoothstep(.02, .006, abs(p.x - 1.4));
  vec3 concrete = vec3(.4, .39, .37) * (.7 + .45 * stain) * mix(1., .55, damp) * (1. - .6 * min(joint, 1.));
  return Surface(concrete, n, mix(.85, .18, damp), mix(.3, 1., damp), 0.);
}
