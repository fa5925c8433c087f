// A gallon of wall paint after the first coat: the lid tapped on again, the stick and the brush laid beside it. The label
// picture holds the lid's sticker in its left third and the can's wrap in the rest. Units are decimetres.
#define SAMPLES 10
#define FOCAL 1.9
#define APERTURE .035
const vec3 EYE = vec3(.35, 5.1, 4.9), TARGET = vec3(.28, .98, .12), FOCUS = vec3(.05, 1.75, .5);

#define LIGHTS 2
Light light(int i) {
  if (i == 0) return Light(vec3(-6., 5.5, 1.5), vec3(0, 2.4, 0), vec3(.5, 0, 1.9), vec3(16., 16.6, 17.4));
  return Light(vec3(3.5, 8., 4.), vec3(1.4, 0, 0), vec3(0, 0, 1.4), vec3(4.6, 3.8, 2.8));
}
vec3 sky(vec3 d) {
  return mix(vec3(.2, .18, .15), vec3(.55, .56, .54), smoothstep(-.2, .7, d.y)) * .6;
}

const vec3 SAGE = vec3(.485, .565, .455);
float cloth(vec3 p) {
  if (p.y > .35) return p.y - .2;
  vec2 q = p.xz;
  float fold = .11 * pow(1. - abs(sin(q.x * .55 + q.y * .8 + 1.3 * noise(q * .5))), 5.);
  fold += .07 * pow(1. - abs(sin(q.x * 1.3 - q.y * .35 + 2.2 + 1.5 * noise(q * .6 + 3.))), 7.);
  float flat_ = smoothstep(.9, 1.7, length(q));
  return (p.y - fold * flat_ - .02 * noise(q * 2.)) * .75;
}
float can(vec3 p) {
  float d = cylinder(p - vec3(0, .9, 0), .83, .88, .01);
  vec2 q = vec2(length(p.xz), p.y);
  d = min(d, length(q - vec2(.835, 1.83)) - .035);
  d = min(d, length(q - vec2(.835, .05)) - .03);
  d = max(d, -(length(q - vec2(.735, 1.86)) - .05));
  return d;
}
float lid(vec3 p) {
  vec2 q = vec2(length(p.xz), p.y);
  float d = cylinder(p - vec3(0, 1.8, 0), .715, .045, .015);
  d = max(d, -cylinder(p - vec3(0, 1.88, 0), .6, .065, .02));
  return min(d, length(q - vec2(.7, 1.84)) - .02);
}
float wire(vec3 p) {
  // The handle hangs behind the can.
  vec3 q = p - vec3(0, 1.5, 0);
  q.yz = turn(-2.) * q.yz;
  float ring = length(vec2(length(q.xy) - .93, q.z)) - .017;
  float half_ = max(ring, -q.y - .02);
  vec3 ear = vec3(abs(p.x) - .85, p.y - 1.5, p.z);
  return min(half_, length(ear) - .07);
}
const float STICK = 1.12;
vec3 onStick(vec3 p) {
  vec3 q = p - vec3(-1.62, .13, .85);
  q.xz = turn(STICK) * q.xz;
  return q;
}
float stick(vec3 p) {
  vec3 q = onStick(p);
  q.y -= .02;
  return box(q, vec3(1.32, .022, .115), .012);
}
vec3 onBrush(vec3 p) {
  vec3 q = p - vec3(1.95, .17, .75);
  q.xz = turn(-1.02) * q.xz;
  q.xy = turn(-.03) * q.xy;
  return q;
}
float bristles(vec3 p) {
  vec3 q = onBrush(p) - vec3(-.72, 0, 0);
  float along = clamp((q.x + .32) / .64, 0., 1.);
  float d = box(q, vec3(.34, .03 + .06 * along, .28 + .02 * along), .025);
  return (d - .012 * noise(vec2(q.z * 60., q.x * 3.))) * .7;
}
float ferrule(vec3 p) {
  return box(onBrush(p) - vec3(-.22, 0, 0), vec3(.19, .1, .3), .03);
}
float handle(vec3 p) {
  vec3 q = onBrush(p);
  float along = clamp(q.x / 1.35, 0., 1.);
  float wide = mix(.26, .085, smoothstep(0., .35, along)) + .035 * smoothstep(.45, .85, along);
  vec3 r = q - vec3(.66, 0, 0);
  return (box(r, vec3(.68, min(.085, wide), wide), .07)) * .7;
}
/** Drops and runs of paint: on the rim, down the wrap, on the cloth. */
float paint(vec3 p) {
  float a = atan(p.x, p.z), r = length(p.xz), d = 9.;
  float run = 1.86 - .55 * pow(noise(vec2(a * 5. + 3., 1.)), 3.) - .04;
  if (abs(a - 1.25) < .5) {
    float thick = .03 * smoothstep(.5, .3, abs(a - 1.25)) * smoothstep(.28, .5, noise(vec2(a * 9., 4.)));
    d = max(abs(r - .845) - thick, max(run - p.y, p.y - 1.862)) * .5;
  }
  vec3 q = p - vec3(1.2, .03, 1.75);
  d = min(d, (length(q * vec3(1., 3.5, 1.)) - .13) * .3);
  q = p - vec3(1.42, .03, 1.62);
  d = min(d, (length(q * vec3(1., 3., 1.)) - .06) * .3);
  q = p - vec3(-1.3, .04, 1.35);
  d = min(d, (length(q * vec3(1., 3., 1.2)) - .08) * .3);
  return d;
}
float wall(vec3 p) {
  return p.z + 2.6;
}
float baseboard(vec3 p) {
  float d = box(p - vec3(0, .3, -2.5), vec3(20., .32, .12), .02);
  return min(d, box(p - vec3(0, .66, -2.53), vec3(20., .06, .08), .03));
}
float map(vec3 p) {
  float d = min(cloth(p), min(wall(p), baseboard(p)));
  if (length(p - vec3(.2, .9, .4)) < 3.5) {
    d = min(d, min(min(can(p), lid(p)), wire(p)));
    d = min(d, min(min(stick(p), bristles(p)), min(ferrule(p), handle(p))));
    d = min(d, paint(p));
  } else d = min(d, length(p - vec3(.2, .9, .4)) - 3.1);
  return d;
}
Surface surface(vec3 p, vec3 n) {
  float d = map(p) + .0012;
  vec3 tin = vec3(.78, .78, .77);
  if (paint(p) < d) return Surface(SAGE, n, .18, 1., 0.);
  if (stick(p) < d) {
    vec3 q = onStick(p);
    float wet = smoothstep(.05, -.05, q.x + .18 + .18 * noise(vec2(q.z * 20., 1.)) + .1 * noise(q.xz * 6.));
    vec3 wood = boards(q.xz * vec2(1., .4) + vec2(0, 1.), 2., vec3(.8, .66, .46), vec3(.66, .5, .32));
    return Surface(mix(wood, SAGE, wet), n, mix(.8, .2, wet), mix(.2, 1., wet), 0.);
  }
  if (bristles(p) < d) {
    float x = onBrush(p).x;
    float wet = smoothstep(-.62, -.78, x + .07 * noise(vec2(onBrush(p).z * 18., 2.)));
    vec3 hair = vec3(.34, .24, .15) * (.6 + .7 * noise(vec2(onBrush(p).z * 90., x * 2.)));
    return Surface(mix(hair, SAGE * .95, wet), n, mix(.7, .25, wet), .8, 0.);
  }
  if (ferrule(p) < d) return Surface(vec3(.86, .7, .5), normalize(n + vec3(0, noise(p.xz * 40.) - .5, 0) * .06), .25, 1., 1.);
  if (handle(p) < d) {
    vec3 wood = boards(onBrush(p).xz * .6 + vec2(0, 1.5), 3., vec3(.66, .42, .22), vec3(.45, .26, .12));
    return Surface(wood, n, .22, 1., 0.);
  }
  if (wire(p) < d) return Surface(tin, n, .3, 1., 1.);
  if (lid(p) < d) {
    float smear = smoothstep(.52, .66, clouds(p.xz * 3.5 + 2.)) * smoothstep(.5, .72, length(p.xz));
    vec2 at = (turn(.22) * p.xz) / .86 * vec2(1., -1.) + .5;
    if (length(p.xz) < .57 && n.y > .8 && at == clamp(at, 0., 1.)) {
      vec4 ink = textureLod(label, vec2(at.x / 3., at.y), 0.);
      return Surface(ink.rgb * .9, n, .45, .6, 0.);
    }
    if (smear > .5) return Surface(SAGE, n, .22, 1., 0.);
    return Surface(tin, normalize(n + vec3(noise(p.xz * 30.) - .5, 0, noise(p.zx * 30.) - .5) * .03), .24, 1., 1.);
  }
  if (can(p) < d) {
    if (length(p.xz) > .8 && p.y > .12 && p.y < 1.74) {
      // The wrap faces the camera with its middle.
      float a = atan(p.x, p.z) - .07;
      vec2 at = vec2(1. / 3. + (a / 2.3 + .5) * 2. / 3., (p.y - .12) / 1.62);
      if (abs(a) < 1.149) return Surface(textureLod(label, at, 0.).rgb * .92, n, .3, 1., 0.);
      return Surface(vec3(.045, .1, .085), n, .3, 1., 0.);
    }
    return Surface(tin, n, .26, 1., 1.);
  }
  if (baseboard(p) < d) return Surface(vec3(.84, .83, .78), n, .35, .9, 0.);
  if (wall(p) < d) {
    float fresh = smoothstep(-.02, .02, 1.75 + .2 * noise(vec2(p.x * 2., 1.)) + .06 * noise(p.xy * vec2(3., 14.)) - p.y);
    vec3 old = vec3(.72, .69, .62);
    vec2 roller = vec2(noise(p.xy * 30.), noise(p.yx * 30.)) - .5;
    return Surface(mix(old, SAGE, fresh), normalize(n + vec3(roller * .09, 0)), .6, .6, 0.);
  }
  vec2 weave = sin(p.xz * vec2(150., 150.));
  vec3 canvas = vec3(.6, .53, .42) * (.84 + .1 * weave.x * weave.y + .16 * clouds(p.xz * 1.2));
  vec2 spot = p.xz * 1.9;
  vec2 within = fract(spot) - .3 - .4 * vec2(hash(floor(spot)), hash(floor(spot) + 40.));
  float size_ = .3 * pow(hash(floor(spot) + 9.), 4.) + .02;
  float old = smoothstep(0., .015, size_ - length(within + .12 * (noise(p.xz * 9.) - .5)));
  canvas = mix(canvas, hash(floor(spot) + 2.) > .4 ? vec3(.75, .73, .68) : vec3(.16, .25, .27), old * .8);
  return Surface(canvas, n, .95, .05, 0.);
}
