import { pino, type Logger } from 'pino'

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

export const newLog = (level: string): Logger => pino({ level, redact })
