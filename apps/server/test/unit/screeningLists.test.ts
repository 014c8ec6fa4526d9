// The published formats, in small files of invented entries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListFormat } from '@tianping/contract/screening/facts'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/areas/screening/lists/entry.ts'
import { entriesOf } from '../../src/areas/screening/lists/read.ts'
import { Unreadable } from '../../src/areas/screening/lists/xml.ts'

/** In pieces of a few bytes, so that letters and tags lie across two of them. */
async function* pieces(bytes: Buffer, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(format: ListFormat, content: string | Buffer): Promise<Entry[]> {
  const bytes = Buffer.from(content as string)
  return Array.fromAsync(entriesOf(format, pieces(bytes)))
}
const file = (name: string) => readFileSync(join(import.meta.dirname, '../screening/lists', name))

test('United Nations: names, original script, weak alias, dates and years, entities', async () => {
  expect(await read('un_xml', file('un.xml'))).toEqual([
    {
      ref: 'IVi.001',
      kind: 'person',
      names: ['DAWEI LI', '李大为', 'Dawei Lee'],
      weakNames: ['Big Li'],
      births: ['1968-07-09', '1967~1969'],
      countries: ['CN'],
      wallets: [],
      programme: 'Invented',
      listedOn: '2019-04-05',
    },
    expect.objectContaining({
      ref: 'IVe.002',
      kind: 'entity',
      names: expect.arrayContaining(['ITC']),
    }),
  ])
})

test('OFAC: both parts of a name, weak aliases, wallets, a date in words', async () => {
  expect(await read('ofac_xml', file('ofac.xml'))).toEqual([
    expect.objectContaining({
      ref: '990001',
      kind: 'person',
      names: ['CHEN Guodong', 'CHAN Kwok Tung'],
      weakNames: ['UNCLE DONG'],
      births: ['1954-10-07'],
      countries: ['CN'],
      wallets: ['TInventedWa11etAddressForTestsOnly1'],
    }),
    expect.objectContaining({ ref: '990002', kind: 'other' }),
  ])
})

test('a text that is too long ends with a whole letter', async () => {
  const long = `${'a'.repeat(199)}𠮷𠮷`
  const content = file('ofac.xml').toString().replace('INVENTED', long)
  const [entry] = await read('ofac_xml', content)
  expect(entry?.programme).toBe('a'.repeat(199))
})

test('European Union: XML and CSV say the same of the same entry', async () => {
  const [xml] = await read('eu_xml', file('eu.xml'))
  const csv = await read('eu_csv', file('eu.csv'))
  expect(csv).toHaveLength(1)
  const said = {
    ref: 'EU.9900.01',
    kind: 'person',
    names: ['Sergey Vlasenkov', 'Сергей ВЛАСЕНКОВ'],
    births: ['1969-02-28'],
    countries: ['RU'],
    programme: 'INV',
  }
  expect(xml).toMatchObject({ ...said, weakNames: ['Vlas'] })
  expect(csv[0]).toMatchObject(said)
})

test('United Kingdom: both formats, rows of one group together, numbered values taken apart', async () => {
  const [old, entity] = await read('ofsi_csv', file('ofsi.csv'))
  expect(old).toMatchObject({
    ref: '99001',
    kind: 'person',
    names: ['Omar HAKIMI', 'Omer HAKIMY'],
    weakNames: ['ABU'],
    births: ['1965'],
    countries: ['IR', 'IQ'],
  })
  expect(entity).toMatchObject({ kind: 'entity', names: ['INVENTED SHIPPING LTD'] })
  expect((await read('uk_csv', file('uk.csv')))[0]).toMatchObject({
    ref: 'INV0001',
    names: ['Omar HAKIMI', 'Omer HAKIMY'],
    births: ['1965-03-14'],
  })
})

test('OpenSanctions: aliases and years', async () => {
  expect(await read('simple_csv', file('pep.csv'))).toEqual([
    expect.objectContaining({
      ref: 'iv-0001',
      kind: 'person',
      names: ['Zhuge Mingyuan', '诸葛明远', 'Mingyuan ZHUGE'],
      births: ['1962'],
      countries: ['CN'],
    }),
    expect.objectContaining({ kind: 'entity', names: ['Invented "Holding", Ltd'] }),
  ])
})

const bomb =
  '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><CONSOLIDATED_LIST>&b;</CONSOLIDATED_LIST>'
test.each([
  ['un_xml', 'entities that grow', bomb],
  [
    'un_xml',
    'a document type from elsewhere',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd"><CONSOLIDATED_LIST/>',
  ],
  [
    'un_xml',
    'an entity that is not declared',
    '<CONSOLIDATED_LIST>&undefined;</CONSOLIDATED_LIST>',
  ],
  ['un_xml', 'tags that never end', `${'<a>'.repeat(50)}`],
  ['un_xml', 'a file that breaks off', '<CONSOLIDATED_LIST><INDIVIDUALS>'],
  ['ofac_xml', 'a list without entries', '<sdnList></sdnList>'],
  ['eu_xml', 'another format', 'a;b;c'],
  ['simple_csv', 'a table without the titles', 'a,b\n1,2\n'],
  ['ofsi_csv', 'a table that is XML', '<sdnList></sdnList>'],
  ['simple_csv', 'a row without end', `id,schema,name\n1,Person,${'x'.repeat(300_000)}\n`],
  ['simple_csv', 'bytes that are no UTF-8', Buffer.from([0x69, 0x64, 0x2c, 0xff, 0xfe])],
] as [ListFormat, string, string | Buffer][])('%s refuses %s', async (format, _, content) => {
  await expect(read(format, content)).rejects.toThrow(Unreadable)
})
