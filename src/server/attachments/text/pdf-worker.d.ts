/** The half of pdf.js that reads, which comes without types. Nothing in it is called by us. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
