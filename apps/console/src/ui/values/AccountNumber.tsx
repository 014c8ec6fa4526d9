import { Copy } from './Copy.tsx'
import { masked } from './masked.ts'

/** The number of an account: in full for who may see it, and then it can be copied. */
export const AccountNumber = ({ text }: { text: string }) =>
  text === '' || text.includes('*') ? masked(text) || '—' : <Copy text={text} />
