// The formats in which sanctions lists are published as XML.
import { birthsOf, countriesOf, entryOf, type Entry, type EntryKind } from './entry.ts'
import { childrenOf, elementsOf, textOf, under, type Element } from './xml.ts'

const joined = (...parts: string[]) => parts.filter(part => part !== '').join(' ')

/** Consolidated list of the Security Council: `INDIVIDUAL` and `ENTITY`. */
function unEntry(record: Element): Entry | undefined {
  const person = record.name === 'INDIVIDUAL'
  const prefix = person ? 'INDIVIDUAL' : 'ENTITY'
  const alias = childrenOf(record, `${prefix}_ALIAS`).map(each => ({
    name: textOf(each, 'ALIAS_NAME'),
    weak: textOf(each, 'QUALITY').toLowerCase() === 'low',
  }))
  const births = childrenOf(record, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(each => {
    const [from, to] = [textOf(each, 'FROM_YEAR'), textOf(each, 'TO_YEAR')]
    if (from !== '' && to !== '') return [`${from}~${to}`]
    return birthsOf(textOf(each, 'DATE') || textOf(each, 'YEAR'))
  })
  return entryOf({
    ref: textOf(record, 'REFERENCE_NUMBER') || textOf(record, 'DATAID'),
    kind: person ? 'person' : 'entity',
    names: [
      joined(
        ...['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map(name =>
          textOf(record, name),
        ),
      ),
      textOf(record, 'NAME_ORIGINAL_SCRIPT'),
      ...alias.filter(each => !each.weak).map(each => each.name),
    ],
    weakNames: alias.filter(each => each.weak).map(each => each.name),
    births,
    countries: under(record, 'NATIONALITY', 'VALUE').flatMap(each => countriesOf(each.text)),
    programme: textOf(record, 'UN_LIST_TYPE'),
    listedOn: textOf(record, 'LISTED_ON'),
  })
}

const OFAC_KINDS: Readonly<Record<string, EntryKind>> = { Individual: 'person', Entity: 'entity' }

/** Specially designated nationals of OFAC: `sdnEntry`. */
function ofacEntry(record: Element): Entry | undefined {
  const nameOf = (each: Element) => joined(textOf(each, 'lastName'), textOf(each, 'firstName'))
  const aka = under(record, 'akaList', 'aka')
  const weak = aka.filter(each => textOf(each, 'category') === 'weak')
  return entryOf({
    ref: textOf(record, 'uid'),
    kind: OFAC_KINDS[textOf(record, 'sdnType')] ?? 'other',
    names: [nameOf(record), ...aka.filter(each => !weak.includes(each)).map(nameOf)],
    weakNames: weak.map(nameOf),
    births: under(record, 'dateOfBirthList', 'dateOfBirthItem').flatMap(each =>
      birthsOf(textOf(each, 'dateOfBirth')),
    ),
    countries: [
      ...under(record, 'nationalityList', 'nationality'),
      ...under(record, 'citizenshipList', 'citizenship'),
    ].flatMap(each => countriesOf(textOf(each, 'country'))),
    wallets: under(record, 'idList', 'id')
      .filter(each => textOf(each, 'idType').startsWith('Digital Currency Address'))
      .map(each => textOf(each, 'idNumber')),
    programme: under(record, 'programList', 'program')
      .map(each => each.text.trim())
      .join(' '),
  })
}

/** Consolidated list of the European Union, version 1.1: `sanctionEntity`, all in attributes. */
function euEntry(record: Element): Entry | undefined {
  const names = childrenOf(record, 'nameAlias').map(({ attributes: a }) => ({
    name:
      a['wholeName'] || joined(a['firstName'] ?? '', a['middleName'] ?? '', a['lastName'] ?? ''),
    weak: a['strong'] === 'false',
  }))
  const code = childrenOf(record, 'subjectType')[0]?.attributes
  return entryOf({
    ref: record.attributes['euReferenceNumber'] || (record.attributes['logicalId'] ?? ''),
    kind: code?.['code'] === 'person' || code?.['classificationCode'] === 'P' ? 'person' : 'entity',
    names: names.filter(each => !each.weak).map(each => each.name),
    weakNames: names.filter(each => each.weak).map(each => each.name),
    births: childrenOf(record, 'birthdate').flatMap(({ attributes: a }) =>
      birthsOf(a['birthdate'] || (a['year'] ?? '')),
    ),
    countries: childrenOf(record, 'citizenship').flatMap(({ attributes: a }) =>
      countriesOf(a['countryIso2Code'] ?? ''),
    ),
    programme: childrenOf(record, 'regulation')[0]?.attributes['programme'] ?? '',
    listedOn: record.attributes['designationDate'] ?? '',
  })
}

const XML = {
  un_xml: { wanted: ['INDIVIDUAL', 'ENTITY'], entry: unEntry },
  ofac_xml: { wanted: ['sdnEntry'], entry: ofacEntry },
  eu_xml: { wanted: ['sanctionEntity'], entry: euEntry },
} as const
export type XmlFormat = keyof typeof XML

export async function* xmlEntries(
  format: XmlFormat,
  texts: AsyncIterable<string>,
): AsyncGenerator<Entry> {
  const { wanted, entry } = XML[format]
  for await (const record of elementsOf(texts, wanted)) {
    const found = entry(record)
    if (found) yield found
  }
}
export const isXml = (format: string): format is XmlFormat => Object.hasOwn(XML, format)
