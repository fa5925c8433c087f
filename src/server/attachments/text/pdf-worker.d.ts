/** The worker of pdf.js has no types. It is only passed to the library. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
