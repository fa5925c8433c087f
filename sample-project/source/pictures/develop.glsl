#version 300 es
precision highp float;

// Develops what light.glsl has caught: the unevenness of few samples is smoothed within surfaces, never across their
// edges, and with the surface's own colour set aside, so that patterns stay crisp. The last pass makes the print.

uniform sampler2D radiance, own, place;
/** -1 tames, 1 and more smooths with neighbours that far away, 0 prints. */
uniform int reach;
uniform float exposure;
uniform vec2 size;
out vec4 color;

const float KERNEL[3] = float[3](.375, .25, .0625);

vec3 shadeOf(ivec2 at) {
  return texelFetch(radiance, at, 0).rgb;
}
vec3 ownOf(ivec2 at) {
  return texelFetch(own, at, 0).rgb + .02;
}

/** No brighter than the second brightest neighbour: a lone lucky path is no highlight. */
vec3 tamed(ivec2 here) {
  vec3 most = vec3(0), second = vec3(0);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      if (x == 0 && y == 0) continue;
      vec3 other = shadeOf(clamp(here + ivec2(x, y), ivec2(0), ivec2(size) - 1));
      second = max(second, min(most, other));
      most = max(most, other);
    }
  return min(shadeOf(here), second);
}

/** How bright a pixel and its neighbours are together, on a scale of even steps. */
float brightness(ivec2 here) {
  float sum = 0.;
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      ivec2 at = clamp(here + ivec2(x, y), ivec2(0), ivec2(size) - 1);
      sum += dot(shadeOf(at) / ownOf(at), vec3(.3, .6, .1));
    }
  return log(sum / 9. + .05);
}

vec3 smoothed(ivec2 here) {
  vec4 spot = texelFetch(place, here, 0);
  float bright = brightness(here);
  vec3 sum = vec3(0);
  float weights = 0.;
  for (int y = -2; y <= 2; y++)
    for (int x = -2; x <= 2; x++) {
      ivec2 at = clamp(here + ivec2(x, y) * reach, ivec2(0), ivec2(size) - 1);
      vec4 otherSpot = texelFetch(place, at, 0);
      float weight = KERNEL[abs(x)] * KERNEL[abs(y)];
      weight *= exp(-dot(spot.xyz - otherSpot.xyz, spot.xyz - otherSpot.xyz) * 60.);
      weight *= exp(-abs(spot.w - otherSpot.w) * 9. / float(reach));
      weight *= exp(-abs(brightness(at) - bright) * 3.5);
      sum += shadeOf(at) / ownOf(at) * weight;
      weights += weight;
    }
  return sum / weights * ownOf(here);
}

/** Film: highlights roll off, shadows keep some colour. */
vec3 print(vec3 c) {
  c *= exposure;
  c = (c * (2.51 * c + .03)) / (c * (2.43 * c + .59) + .14);
  return mix(c * 12.92, 1.055 * pow(max(c, vec3(0)), vec3(1. / 2.4)) - .055, step(.0031308, c));
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  if (reach == -1) {
    color = vec4(tamed(here), 1);
    return;
  }
  if (reach > 0) {
    color = vec4(smoothed(here), 1);
    return;
  }
  vec2 corner = gl_FragCoord.xy / size - .5;
  color = vec4(print(shadeOf(here)) * (1. - .4 * dot(corner, corner)), 1);
}
