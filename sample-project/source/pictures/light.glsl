// A small path tracer. A scene stands before this text and defines:
//   SAMPLES, FOCAL, APERTURE                       numbers
//   EYE, TARGET, FOCUS                             the camera and the point that is sharp
//   LIGHTS, light(int)                             the rectangles that shine
//   sky(direction)                                 what is seen where nothing stands
//   map(point)                                     distance to the nearest surface
//   surface(point, normal)                         what that surface is made of
// See scene.glsl for the types and the noises.

const float FAR = 60.;

float march(vec3 from, vec3 dir, float reach) {
  float t = 0.004;
  for (int i = 0; i < 160; i++) {
    float d = map(from + dir * t);
    if (d < 0.0004 * (1. + t * .3)) return t;
    t += d * .94;
    if (t > reach) break;
  }
  return t > reach ? -1. : t;
}

vec3 normalAt(vec3 p) {
  const vec2 e = vec2(1., -1.) * .0006;
  return normalize(e.xyy * map(p + e.xyy) + e.yyx * map(p + e.yyx) + e.yxy * map(p + e.yxy) + e.xxx * map(p + e.xxx));
}

uint seed;
int sample_, draw;
float anything() {
  seed = seed * 747796405u + 2891336453u;
  uint word = ((seed >> ((seed >> 28u) + 4u)) ^ seed) * 277803737u;
  return float((word >> 22u) ^ word) / 4294967296.;
}
// The first choices of each path are spread evenly over the samples of a pixel: it needs fewer of them.
const float STRIDE[10] = float[10](.7548777, .5698403, .8191725, .6710436, .5497005, .8566749, .7338919, .6287067, .5385973, .8812714);
float random() {
  int at = draw++;
  if (at >= 10) return anything();
  return fract(hash(gl_FragCoord.xy + float(at) * 71.7) + float(sample_) * STRIDE[at]);
}

vec3 around(vec3 n, vec3 local) {
  vec3 side = normalize(abs(n.y) < .9 ? cross(n, vec3(0, 1, 0)) : cross(n, vec3(1, 0, 0)));
  return side * local.x + cross(n, side) * local.y + n * local.z;
}

vec3 diffuseDirection(vec3 n) {
  float a = 6.2831853 * random(), z = random();
  return around(n, vec3(sqrt(z) * cos(a), sqrt(z) * sin(a), sqrt(1. - z)));
}

/** A half vector of the GGX distribution: the tilt of one of the tiny mirrors that a rough surface is made of. */
vec3 facet(vec3 n, float rough) {
  float a = rough * rough, u = random(), v = 6.2831853 * random();
  float cosine = sqrt((1. - u) / (1. + (a * a - 1.) * u)), sine = sqrt(1. - cosine * cosine);
  return around(n, vec3(sine * cos(v), sine * sin(v), cosine));
}

/** Distance to a shining rectangle along a ray, or -1. */
float toLight(Light l, vec3 from, vec3 dir) {
  vec3 n = cross(l.u, l.v);
  float facing = dot(dir, n);
  if (abs(facing) < 1e-5) return -1.;
  float t = dot(l.center - from, n) / facing;
  if (t < 0.) return -1.;
  vec3 at = from + dir * t - l.center;
  return abs(dot(at, l.u)) <= dot(l.u, l.u) && abs(dot(at, l.v)) <= dot(l.v, l.v) ? t : -1.;
}

/** What one of the lights, drawn by lot, gives to a point. */
vec3 direct(vec3 p, vec3 n) {
  Light l = light(int(random() * float(LIGHTS)));
  vec3 way = l.center + l.u * (random() * 2. - 1.) + l.v * (random() * 2. - 1.) - p;
  float far = length(way);
  vec3 dir = way / far, face = cross(l.u, l.v) * 4.;
  float area = length(face), cosine = dot(n, dir);
  if (cosine <= 0. || march(p + n * .002, dir, far - .01) > 0.) return vec3(0);
  return float(LIGHTS) * l.color * cosine * abs(dot(dir, face / area)) * area / (far * far * 3.14159265);
}

vec3 firstColor;
vec4 firstPlace;

vec3 trace(vec3 from, vec3 dir) {
  firstColor = vec3(1);
  firstPlace = vec4(0, 0, 0, FAR);
  vec3 light_ = vec3(0), through = vec3(1);
  bool mirror = true;
  for (int bounce = 0; bounce < 4; bounce++) {
    float t = march(from, dir, FAR);
    for (int i = 0; i < LIGHTS; i++) {
      float away = toLight(light(i), from, dir);
      if (away > 0. && (t < 0. || away < t)) {
        if (mirror) light_ += through * light(i).color;
        return light_;
      }
    }
    if (t < 0.) return light_ + through * sky(dir);
    vec3 p = from + dir * t;
    Surface s = surface(p, normalAt(p));
    vec3 n = dot(s.normal, dir) > 0. ? normalize(s.normal - dir * (dot(s.normal, dir) + .02)) : s.normal;
    if (bounce == 0) {
      firstColor = mix(s.color, vec3(1), s.metal);
      firstPlace = vec4(n, t);
    }
    vec3 h = facet(n, s.rough);
    vec3 reflected = reflect(dir, h);
    float grazing = pow(1. - clamp(-dot(dir, h), 0., 1.), 5.);
    float sheen = mix(.04 * s.gloss + (1. - .04) * grazing * s.gloss * (1. - s.rough * .8), 1., s.metal);
    from = p + n * .002;
    // The eye rests on reflections: the first surface's are looked at more often than they happen.
    float chance = bounce == 0 ? max(sheen, .4 * s.gloss) : sheen;
    if (random() < chance) {
      if (dot(reflected, n) <= 0.) return light_;
      through *= sheen / chance;
      through *= mix(vec3(1), s.color + (1. - s.color) * grazing, s.metal);
      dir = reflected;
      mirror = true;
    } else {
      through *= s.color * (1. - sheen) / (1. - chance);
      light_ += through * direct(from, n);
      dir = diffuseDirection(n);
      mirror = false;
    }
    if (bounce > 1) {
      float keep = clamp(max(through.r, max(through.g, through.b)), .05, 1.);
      if (random() > keep) break;
      through /= keep;
    }
  }
  return light_;
}

uniform vec2 size;
layout(location = 0) out vec4 radiance;
layout(location = 1) out vec4 own;
layout(location = 2) out vec4 place;

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  seed = pixel.x * 1973u + pixel.y * 9277u * 26699u + 1u;
  vec3 ahead = normalize(TARGET - EYE), right = normalize(cross(ahead, vec3(0, 1, 0))), up = cross(right, ahead);
  float sharp = dot(FOCUS - EYE, ahead);
  vec3 sum = vec3(0), colors = vec3(0);
  vec4 places = vec4(0);
  for (sample_ = 0; sample_ < SAMPLES; sample_++) {
    draw = 0;
    vec2 at = (gl_FragCoord.xy + vec2(random(), random()) - .5 - size * .5) / size.y;
    vec3 dir = normalize(ahead * FOCAL + right * at.x + up * at.y);
    float angle = 6.2831853 * random(), wide = sqrt(random()) * APERTURE;
    vec3 offset = (right * cos(angle) + up * sin(angle)) * wide;
    vec3 point = EYE + dir * (sharp / dot(dir, ahead));
    // A single very bright path would leave a white dot.
    sum += min(trace(EYE + offset, normalize(point - EYE - offset)), vec3(6));
    colors += firstColor;
    places += firstPlace;
  }
  radiance = vec4(sum, SAMPLES) / float(SAMPLES);
  own = vec4(colors, SAMPLES) / float(SAMPLES);
  place = places / float(SAMPLES);
}
