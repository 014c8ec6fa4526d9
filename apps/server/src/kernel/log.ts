import { pino, type DestinationStream, type Logger } from 'pino'

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

/** Writes to standard output unless told where to. */
export const newLog = (level: string, to?: DestinationStream): Logger =>
  to ? pino({ level, redact }, to) : pino({ level, redact })
