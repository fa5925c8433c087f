import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withBlankPath } from './blank-path.ts'
import { shortClassNames } from './class-names.ts'

/** Makes the program that writes the ready pages (src/web/app/prerender.tsx), which runs during a build alone. */
export default defineConfig({
  ...withBlankPath,
  ...shortClassNames,
  plugins: [react()],
  build: { ssr: 'src/web/app/prerender.tsx', target: 'node20', copyPublicDir: false, assetsInlineLimit: 0 },
})
