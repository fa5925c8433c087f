/** The decoder with its WebAssembly, which comes without types of its own. */
declare module 'libheif-js/wasm-bundle.js' {
  import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'

  const libheif: MainModule
  export default libheif
}
