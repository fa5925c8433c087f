/** The WebAssembly build of the decoder has no type declarations. */
declare module 'libheif-js/wasm-bundle.js' {
  import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

  const libheif: MainModule
  export default libheif
}
