import { describe, expect, test } from 'vitest'
import { momentOf, withKeys } from '../../src/areas/bankLines/files/line.ts'
import { readStatementFile } from '../../src/areas/bankLines/files/read.ts'
import { bankLayoutsSchema, type Layout } from '../../src/areas/bankLines/setting.ts'

const [csv, camt] = bankLayoutsSchema.parse({}).layouts as [Layout, Layout]
const ACCOUNT = '6222020011112222'
const read = (text: string | Buffer, layout: Layout) =>
  readStatementFile(Buffer.from(text as string), layout, ACCOUNT)

const entry = (more: string, kind = 'CRDT', amount = '250.50', status = 'BOOK') =>
  `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${kind}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
   <BookgDt><Dt>2026-11-20</Dt></BookgDt>${more}</Ntry>`
const statement = (entries: string, account = ACCOUNT) =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const details = (amount: string, name: string) =>
  `<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs><Amt Ccy="CNY">${amount}</Amt>
   <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>
   <DbtrAcct><Id><Othr><Id>6222 0000 0000 9876</Id></Othr></Id></DbtrAcct></RltdPties>
   <RmtInf><Ustrd>TP42 &amp; 谢谢</Ustrd></RmtInf></TxDtls>`

describe('a CSV of a bank', () => {
  test('is read by its layout: encoding, delimiter, quotes, two columns of amounts', () => {
    const layout: Layout = {
      ...csv,
      encoding: 'gb18030',
      delimiter: 'semicolon',
      dateOrder: 'dmy',
      outColumn: 3,
      directionColumn: 0,
      noteColumn: 5,
      payerNoColumn: 0,
      referenceColumn: 0,
    }
    // 张三 in GB18030.
    const name = Buffer.from([0xd5, 0xc5, 0xc8, 0xfd])
    const bytes = Buffer.concat([
      Buffer.from('head\n20/11/2026;"1,000.00";;'),
      name,
      Buffer.from(';"a ""b"";c"\n21.11.2026;0.00;5.00;x;y\n'),
    ])
    expect(read(bytes, layout)).toEqual({
      lines: [
        {
          reference: '',
          bookedAt: new Date('2026-11-19T16:00:00Z'),
          amountFen: 100_000n,
          payerName: '张三',
          payerNo: '',
          note: 'a "b";c',
        },
      ],
      outgoing: 1,
    })
    expect(() => read(bytes, { ...layout, encoding: 'utf-8' })).toThrow('文件编码与所选格式不符')
  })

  test('without numbers of its own gives equal lines keys that another file repeats', () => {
    const text = `h\n${'2026-11-20,5,贷,甲\n'.repeat(2)}2026-11-20,6,贷,甲\n`
    const keys = withKeys(read(text, csv).lines).map(each => each.key)
    expect(new Set(keys).size).toBe(3)
    expect(withKeys(read(`h\n2026-11-20,5,贷,甲\n`, csv).lines)[0]?.key).toBe(keys[0])
    expect(momentOf('20261120', 'ymd')).toEqual(new Date('2026-11-19T16:00:00Z'))
    expect(momentOf('2026-02-30', 'ymd')).toBeNull()
  })
})

describe('a CAMT.053', () => {
  test('gives booked credits, one for each payment that the bank booked together', () => {
    const both = `<AcctSvcrRef>R7</AcctSvcrRef><NtryDtls>${details('200.00', '甲')}${details('50.50', '乙')}</NtryDtls>`
    const { lines, outgoing } = read(
      statement(
        entry(both) +
          entry('', 'DBIT') +
          entry('', 'CRDT', '9.00', 'PDNG') +
          entry('<NtryRef>R8</NtryRef>'),
      ),
      camt,
    )
    expect(outgoing).toBe(1)
    expect(lines.map(each => [each.reference, each.amountFen, each.payerName])).toEqual([
      ['R7/1', 20_000n, '甲'],
      ['R7/2', 5_050n, '乙'],
      ['R8', 25_050n, ''],
    ])
    expect(lines[0]).toMatchObject({ note: 'TP42 & 谢谢', payerNo: '6222000000009876' })
  })

  test('of another account, with declarations, unknown entities or broken tags is refused', () => {
    const refused = (text: string) => {
      try {
        read(text, camt)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(refused(statement(entry(''), '6222999'))).toBe('文件属于另一个账户，请核对所选收款账户')
    expect(refused(`<!DOCTYPE x>${statement(entry(''))}`)).toContain('DTD')
    expect(refused(statement(entry('<AddtlNtryInf>&xxe;</AddtlNtryInf>')))).toContain('CAMT')
    expect(refused(statement(entry('<A>')))).toContain('CAMT')
    expect(refused('<a>'.repeat(60) + '</a>'.repeat(60))).toContain('CAMT')
    expect(refused(statement(entry('').replace('CNY', 'USD')))).toContain('人民币')
  })
})
