import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withBlankPath } from './blank-path.ts'
import { shortClassNames } from './class-names.ts'

/** Builds the program that writes the prerendered pages (src/web/app/prerender.tsx); only the build runs it. */
export default defineConfig({
  ...withBlankPath,
  ...shortClassNames,
  plugins: [react()],
  build: { ssr: 'src/web/app/prerender.tsx', target: 'node20', copyPublicDir: false, assetsInlineLimit: 0 },
})
