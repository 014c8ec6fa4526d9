import { formatFen } from './formatFen.ts'
import { fenOf, type Amount } from './wire.ts'

/** Yuan of an answer as people read them: 1234.5 -> "1,234.50". Throws as `fenOf` does. */
export const formatYuan = (yuan: Amount): string => formatFen(fenOf(yuan))
