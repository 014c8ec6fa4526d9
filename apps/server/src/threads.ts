// Imported before everything else by what starts a server: the pool of threads is made at its first
// use, and keeps the size it has then.
import { availableParallelism } from 'node:os'

/** Threads beside the hashes, for files, names and compression. */
const BESIDE = 4

/** Every core hashes passwords, and the others of the pool never wait for a hash. */
process.env['UV_THREADPOOL_SIZE'] ??= String(availableParallelism() + 1 + BESIDE)
