#version 300 es
precision highp float;
precision highp int;

uniform sampler2D label;

/** A rectangle that shines: from its center to the middle of two of its sides. */
struct Light {
  vec3 center, u, v, color;
};
struct Surface {
  vec3 color, normal;
  /** 0 is a mirror, 1 is chalk. */
  float rough;
  /** 0 shines not at all, 1 like glaze or lacquer. */
  float gloss;
  float metal;
};

/** Between 0 and 1, another one at each call; light.glsl has it. */
float random();

float hash(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * .1031);
  q += dot(q, q.yzx + 33.33);
  return fract((q.x + q.y) * q.z);
}
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6. - 15.) + 10.);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float clouds(vec2 p) {
  float sum = 0., part = .5;
  for (int i = 0; i < 5; i++) {
    sum += noise(p) * part;
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 7.3;
    part *= .5;
  }
  return sum;
}
mat2 turn(float angle) {
  return mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
}

float box(vec3 p, vec3 half_, float round_) {
  vec3 q = abs(p) - half_ + round_;
  return length(max(q, 0.)) + min(max(q.x, max(q.y, q.z)), 0.) - round_;
}
float cylinder(vec3 p, float radius, float half_, float round_) {
  vec2 q = vec2(length(p.xz) - radius, abs(p.y) - half_) + round_;
  return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - round_;
}
float capsule(vec3 p, vec3 a, vec3 b, float radius) {
  vec3 q = p - a, way = b - a;
  return length(q - way * clamp(dot(q, way) / dot(way, way), 0., 1.)) - radius;
}
float melt(float a, float b, float reach) {
  float h = max(reach - abs(a - b), 0.) / reach;
  return min(a, b) - h * h * reach * .25;
}

/** Ivory quartzite: soft clouds crossed by gold and grey veins. */
vec3 quartzite(vec2 p) {
  vec2 drift = p + .9 * vec2(clouds(p * .8 + 3.), clouds(p * .8 + 9.)) + .25 * vec2(clouds(p * 3.), clouds(p * 3. + 4.));
  float body = clouds(drift * 1.3);
  vec3 c = mix(vec3(.78, .74, .66), vec3(.9, .88, .83), smoothstep(.25, .7, body));
  float flow = dot(drift, vec2(.8, .6));
  float gold = pow(1. - abs(sin(flow * 3.1 + 3. * clouds(drift * 1.7))), 9.);
  c = mix(c, vec3(.56, .38, .19), gold * .85 * smoothstep(.3, .65, clouds(drift * .9 + 12.)));
  float grey = pow(1. - abs(sin(flow * 1.7 + 4.5 * clouds(drift * 1.1 + 5.))), 22.);
  c = mix(c, vec3(.25, .25, .245), grey * .85);
  float hair = pow(1. - abs(sin(dot(drift, vec2(-.5, .9)) * 5. + 6. * clouds(drift * 2. + 2.))), 40.);
  c = mix(c, vec3(.5, .44, .36), hair * .6);
  return c * (.97 + .06 * hash(floor(p * 900.)));
}

/** Boards of wood along x. */
vec3 boards(vec2 p, float width, vec3 light_, vec3 dark) {
  float row = floor(p.y / width);
  vec2 q = vec2(p.x + hash(vec2(row, 3)) * 9., p.y + row * 3.7);
  float rings = noise(vec2(q.x * .35, q.y * 9. / width * .25) + 2. * noise(q * vec2(.6, 2.5)));
  float grain = clouds(vec2(q.x * 3., q.y * 90.));
  vec3 c = mix(light_, dark, .55 * smoothstep(.2, .8, fract(rings * 5.)) + .45 * grain);
  c *= .85 + .3 * hash(vec2(row, 8));
  float gap = abs(fract(p.y / width) - .5) * 2.;
  return c * (1. - .75 * smoothstep(1. - .012 / width, 1., gap));
}
