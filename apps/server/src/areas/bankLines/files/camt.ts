// ISO 20022 bank-to-customer statements (camt.053, also 054): booked entries of one account.
import { say } from '@tianping/contract/refusals'
import { accountKey } from '../../../kernel/cardNumber.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { amountOf, momentOf, tidy, unreadable, type Stated, type StatedLine } from './line.ts'
import { allAt, notXml, readXml, textAt, type Element } from './xml.ts'

function refuseOther(statement: Element, account: string) {
  const own = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  if (own !== '' && accountKey(own) !== accountKey(account))
    throw new Refusal(say('bank.file_account'), { rule: 'other_account' })
}

function fenOf(of: Element, nth: number): bigint {
  const [stated] = allAt(of, 'Amt')
  if (!stated) throw unreadable(nth, 'Amt')
  if (textAt(stated, '@Ccy') !== 'CNY') throw new Refusal(say('bank.file_currency'))
  const fen = amountOf(stated.text)
  if (fen === null || fen <= 0n) throw unreadable(nth, 'Amt')
  return fen
}

/** A time with a zone of its own counts as it stands; one without is Beijing's. */
function bookedAt(entry: Element, nth: number): Date {
  const text = textAt(entry, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt')
  const zoned = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null
  const at = zoned ?? momentOf(text.replace(/\.\d+$/, ''), 'ymd')
  if (!at || Number.isNaN(at.getTime())) throw unreadable(nth, 'BookgDt')
  return at
}

const said = (of: Element) => ({
  payerName: textAt(of, 'RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'),
  payerNo: textAt(of, 'RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id'),
  note: allAt(of, 'RmtInf/Ustrd')
    .map(each => each.text.trim())
    .join(' '),
})

/** One line for an entry, or one for each payment that the bank booked together. */
function linesOf(entry: Element, nth: number): StatedLine[] {
  const at = bookedAt(entry, nth)
  const reference = textAt(entry, 'AcctSvcrRef', 'NtryRef')
  const details = allAt(entry, 'NtryDtls/TxDtls')
  const [only] = details
  const whole = fenOf(entry, nth)
  if (!only || details.length === 1) {
    const about = only ? said(only) : { payerName: '', payerNo: '', note: '' }
    const note = about.note || textAt(entry, 'AddtlNtryInf')
    const own = reference || (only ? textAt(only, 'Refs/AcctSvcrRef', 'Refs/TxId') : '')
    return [tidy({ ...about, note, reference: own, bookedAt: at, amountFen: whole })]
  }
  const lines = details.map((each, n) => {
    const own = textAt(each, 'Refs/AcctSvcrRef', 'Refs/TxId')
    const counted = reference === '' ? '' : `${reference}/${n + 1}`
    const key = own || counted
    return tidy({ ...said(each), reference: key, bookedAt: at, amountFen: fenOf(each, nth) })
  })
  if (lines.reduce((sum, line) => sum + line.amountFen, 0n) !== whole) throw unreadable(nth, 'Amt')
  return lines
}

export function readCamt(text: string, account: string): Stated {
  const root = readXml(text.replace(/^\uFEFF/, ''))
  const statements = [
    ...allAt(root, 'Document/BkToCstmrStmt/Stmt'),
    ...allAt(root, 'Document/BkToCstmrDbtCdtNtfctn/Ntfctn'),
  ]
  if (statements.length === 0) throw notXml()
  const lines: StatedLine[] = []
  let outgoing = 0
  for (const statement of statements) {
    refuseOther(statement, account)
    for (const [index, entry] of allAt(statement, 'Ntry').entries()) {
      // What is only announced comes again once it is booked.
      if (textAt(entry, 'Sts/Cd', 'Sts') !== 'BOOK') continue
      const credit = textAt(entry, 'CdtDbtInd') === 'CRDT'
      // A credit that reverses a debit is no payment of anybody.
      if (credit && textAt(entry, 'RvslInd') !== 'true') lines.push(...linesOf(entry, index + 1))
      else outgoing++
    }
  }
  return { lines, outgoing }
}
