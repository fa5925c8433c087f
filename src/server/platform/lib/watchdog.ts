import { Worker } from 'node:worker_threads'

/** Kills this process after a time. Uses its own thread, because a busy main thread would never run the timer. */
export const killAfter = (ms: number): void => {
  const kill = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`
  const thread = new Worker(kill, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
}
