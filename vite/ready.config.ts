import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './class-names.ts'

/** Makes the program that writes the ready pages (src/web/make-ready.tsx), which runs during a build alone. */
export default defineConfig({
  css: { modules: classNames },
  plugins: [react()],
  build: { ssr: 'src/web/make-ready.tsx', target: 'node20', copyPublicDir: false, assetsInlineLimit: 0 },
})
