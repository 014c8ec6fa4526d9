import { pino, type DestinationStream, type Logger } from 'pino'
import { around } from './trace/trace.ts'

/** Fields that never reach a log, wherever they stand. */
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.paypassword',
  '*.pay_pass',
  '*.bank_no',
  '*.realname',
  '*.mobile',
  '*.email',
]

/** Names the call that a line belongs to; a line that names one itself keeps it. */
const mixin = () => {
  const here = around.getStore()
  return here ? { request: here.requestId } : {}
}

/** Writes to standard output unless told where to. */
export const newLog = (level: string, to?: DestinationStream): Logger =>
  to ? pino({ level, redact, mixin }, to) : pino({ level, redact, mixin })
