// What `tianping brand` does: brands, hosts and persons of the directory, as the owner of its
// database. Every change is checked before it is made and written to the directory's log.
import {
  connect,
  ensureDatabase,
  migrate,
  rows,
  sql,
  theRow,
  transaction,
} from '@tianping/database'
import type { Database, Db } from '@tianping/database'
import {
  environmentOf,
  hostOf,
  marksOf,
  newSecret,
  openSettings,
  sealSettings,
  settingsOfBrand,
  type DirectorySettings,
} from '../../../apps/server/src/brands/brandSettings.ts'
import {
  brandRows,
  dropHosts,
  dropPerson,
  insertBrand,
  insertHosts,
  nextBrandId,
  setBrandSealed,
  setBrandState,
  setBrandUrl,
  setOperatorOfBrand,
  writeLog,
  type BrandRow,
  type BrandState,
} from '../../../apps/server/src/brands/directory.sql.ts'
import {
  BRAND_SETTING,
  brandSetting,
  requireOwnDatabase,
} from '../../../apps/server/src/brands/ownDatabase.ts'
import { createOperator } from '../../../apps/server/src/console/signIn/operators.ts'
import { operatorNamed } from '../../../apps/server/src/console/signIn/operator.sql.ts'
import { StartRefused, type Settings } from '../../../apps/server/src/kernel/environment.ts'
import { readSetting, writeSetting } from '../../../apps/server/src/kernel/setting.ts'
import { inRoot } from '../../root.ts'

export type Env = Record<string, string | undefined>
export type Own = Record<string, string>

/** What stands against a change, as a sentence for whoever asked for it. */
export class BrandRefused extends Error {}

const CODE = /^[a-z][a-z0-9-]{1,19}$/
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,62}\.?)+|\[[0-9a-f:.]+\])$/
const MEMBER_MIGRATIONS = 'apps/server/migrations'
const DIRECTORY_MIGRATIONS = 'apps/server/src/brands/migrations'
/** Keys that are made where none is given: each brand seals by its own. */
const MADE = ['CARD_KEY', 'FACTOR_KEY', 'DOCUMENT_KEY'] as const

export type Work = { env: Env; directory: DirectorySettings; db: Database; now: Date }

/** Brings the directory up to date and opens it as its owner. */
export async function openWork(env: Env, directory: DirectorySettings): Promise<Work> {
  await migrate(directory.ownerUrl, inRoot(DIRECTORY_MIGRATIONS))
  const db = connect(directory.ownerUrl, { applicationName: 'tianping-brand', maxConnections: 2 })
  return { env, directory, db, now: new Date() }
}

/** Opens the directory as it is for a look, as whoever reads it. */
export async function withDirectory<T>(
  env: Env,
  directory: DirectorySettings,
  look: (work: Work) => Promise<T>,
): Promise<T> {
  const db = connect(directory.url, { applicationName: 'tianping-brand', maxConnections: 1 })
  try {
    return await look({ env, directory, db, now: new Date() })
  } finally {
    await db.destroy()
  }
}

/** What keeps a brand from being opened, one sentence each. */
export async function brandProblem(work: Work, brand: BrandRow): Promise<string[]> {
  try {
    await requireOwnDatabase(settingsFor(work, brand), brand.code)
    return []
  } catch (error) {
    return error instanceof StartRefused ? error.problems : [(error as Error).message]
  }
}

/** The environment in which a command works on one brand, as if it were the only one. */
export const envFor = (work: Work, brand: BrandRow): Env => ({
  ...environmentOf(work.env, ownOf(work, brand)),
  PUBLIC_URL: brand.publicUrl,
})

/** The same database by the login that may change its tables: that of MIGRATION_URL, if set. */
export function ownerUrlOf(env: Env, url: string): string {
  const owner = env['MIGRATION_URL']
  if (!owner) return url
  const { username, password } = new URL(owner)
  return Object.assign(new URL(url), { username, password }).href
}

export async function brandNamed(db: Db, code: string): Promise<BrandRow> {
  const found = (await brandRows(db)).find(each => each.code === code)
  if (!found) throw new BrandRefused(`There is no brand ${code}`)
  return found
}

export const ownOf = ({ directory }: Work, { brandId, sealed }: BrandRow): Own =>
  openSettings(directory.keys, brandId, sealed)

export const settingsFor = (work: Work, brand: BrandRow): Settings =>
  settingsOfBrand(work.env, { publicUrl: brand.publicUrl, own: ownOf(work, brand) })

function requireHosts(hosts: string[], publicUrl: string): string[] {
  const all = [...new Set([hostOf(new URL(publicUrl).host), ...hosts.map(hostOf)])]
  const wrong = all.filter(host => !HOST.test(host))
  if (wrong.length > 0) throw new BrandRefused(`${wrong.join(', ')} is no host name`)
  return all
}

/** What another brand has already, as a sentence; the constraints of the directory say the same. */
function requireFree(
  wanted: { code: string; publicUrl: string; hosts: string[]; settings: Settings },
  others: { brand: BrandRow; settings: Settings | null }[],
): void {
  const { databaseMark, venueMark, chainMark } = marksOf(wanted.settings)
  const problems = others.flatMap(({ brand, settings }) => {
    const shared = brand.hosts.filter(host => wanted.hosts.includes(host))
    const marks = settings && marksOf(settings)
    return [
      ...(shared.length > 0 ? [`${shared.join(', ')} is a host of ${brand.code}`] : []),
      ...(brand.publicUrl === wanted.publicUrl ? [`PUBLIC_URL is that of ${brand.code}`] : []),
      ...(marks?.databaseMark.equals(databaseMark)
        ? [`DATABASE_URL is the database of ${brand.code}`]
        : []),
      ...(marks?.venueMark.equals(venueMark)
        ? [
            `VENUE_URL and VENUE_MERCHANT are those of ${brand.code}: members have the same numbers in every brand, so each needs an account of its own at the venues`,
          ]
        : []),
      ...(chainMark && marks?.chainMark?.equals(chainMark)
        ? [`CHAIN_XPUB is that of ${brand.code}: both would give their members the same addresses`]
        : []),
    ]
  })
  if (problems.length > 0) throw new BrandRefused(problems.join('. '))
}

function opened(work: Work, brand: BrandRow): { brand: BrandRow; settings: Settings | null } {
  try {
    return { brand, settings: settingsFor(work, brand) }
  } catch {
    return { brand, settings: null }
  }
}

export type NewBrand = {
  code: string
  name: string
  publicUrl: string
  hosts: string[]
  /** Settings of the brand; DATABASE_URL among them. */
  own: Own
  /** Make the database where it is missing. */
  create: boolean
  operator: { name: string; password: string } | null
}

/** Adds a brand: its database, its first operator, its hosts. */
export async function addBrand(work: Work, asked: NewBrand): Promise<BrandRow> {
  if (!CODE.test(asked.code))
    throw new BrandRefused(
      'A code has 2 to 20 small letters, digits or -, and begins with a letter',
    )
  if (asked.name === '' || asked.name.length > 20)
    throw new BrandRefused('A name has 1 to 20 characters')
  const publicUrl = originOf(asked.publicUrl)
  const made = MADE.filter(name => !asked.own[name]).map(name => [name, newSecret()] as const)
  const own: Own = { ...asked.own, ...Object.fromEntries(made) }
  const settings = settingsOfBrand(work.env, { publicUrl, own })
  const hosts = requireHosts(asked.hosts, publicUrl)
  const others = (await brandRows(work.db)).map(brand => opened(work, brand))
  if (others.some(({ brand }) => brand.code === asked.code))
    throw new BrandRefused(`There is a brand ${asked.code} already`)
  requireFree({ code: asked.code, publicUrl, hosts, settings }, others)
  const ownerUrl = ownerUrlOf(work.env, settings.directUrl)
  if (asked.create) await makeDatabase(ownerUrl)
  await migrate(ownerUrl, inRoot(MEMBER_MIGRATIONS))
  await takePossession(ownerUrl, asked, work.now)
  const { code, name } = asked
  await transaction(work.db, async tx => {
    const brandId = await nextBrandId(tx)
    const sealed = sealSettings(work.directory.keys, brandId, own)
    const rank = others.length
    await insertBrand(tx, {
      brandId,
      code,
      name,
      publicUrl,
      sealed,
      rank,
      at: work.now,
      ...marksOf(settings),
    })
    await insertHosts(tx, brandId, hosts)
    await writeLog(tx, {
      at: work.now,
      action: 'brand.add',
      subject: code,
      detail: { publicUrl, hosts },
    })
  })
  return brandNamed(work.db, code)
}

function originOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new BrandRefused(`${url} is no address; it begins with https://`)
  return new URL(url).origin
}

async function makeDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  if (!/^\w{1,63}$/.test(name)) throw new BrandRefused('DATABASE_URL names no database')
  await ensureDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href, name)
}

/** Writes into the database whose it is; one of another brand is refused. */
async function takePossession(
  url: string,
  { code, operator }: Pick<NewBrand, 'code' | 'operator'>,
  now: Date,
): Promise<void> {
  const db = connect(url, { applicationName: 'tianping-brand', maxConnections: 1 })
  try {
    const found = await readSetting(db, BRAND_SETTING, brandSetting)
    if (found.code !== '' && found.code !== code)
      throw new BrandRefused(`The database belongs to the brand ${found.code}`)
    if (found.code === '') {
      const by = { name: 'tianping brand', at: now }
      await writeSetting(db, BRAND_SETTING, brandSetting, { code }, by)
    }
    if (operator) await createOperator(db, { ...operator, role: 'admin' }, now)
  } finally {
    await db.destroy()
  }
}

export async function setState(work: Work, code: string, state: BrandState): Promise<void> {
  const { brandId } = await brandNamed(work.db, code)
  await transaction(work.db, async tx => {
    await setBrandState(tx, brandId, state)
    await writeLog(tx, { at: work.now, action: 'brand.state', subject: code, detail: { state } })
  })
}

export async function setHosts(work: Work, code: string, asked: string[]): Promise<string[]> {
  const brand = await brandNamed(work.db, code)
  const hosts = requireHosts(asked, brand.publicUrl)
  const others = (await brandRows(work.db)).filter(each => each.code !== code)
  const taken = others.flatMap(each =>
    each.hosts
      .filter(host => hosts.includes(host))
      .map(host => `${host} is a host of ${each.code}`),
  )
  if (taken.length > 0) throw new BrandRefused(taken.join('. '))
  await transaction(work.db, async tx => {
    await dropHosts(tx, brand.brandId)
    await insertHosts(tx, brand.brandId, hosts)
    const detail = { before: brand.hosts, after: hosts }
    await writeLog(tx, { at: work.now, action: 'brand.hosts', subject: code, detail })
  })
  return hosts
}

/** Another address of its own for a brand, which keeps the hosts that it has. */
export async function setUrl(work: Work, code: string, url: string): Promise<string> {
  const brand = await brandNamed(work.db, code)
  const publicUrl = originOf(url)
  const own = ownOf(work, brand)
  const settings = settingsOfBrand(work.env, { publicUrl, own })
  const hosts = requireHosts(brand.hosts, publicUrl)
  const others = (await brandRows(work.db)).filter(each => each.code !== code)
  requireFree(
    { code, publicUrl, hosts, settings },
    others.map(each => opened(work, each)),
  )
  await transaction(work.db, async tx => {
    await setBrandUrl(tx, brand.brandId, publicUrl)
    await dropHosts(tx, brand.brandId)
    await insertHosts(tx, brand.brandId, hosts)
    const detail = { before: brand.publicUrl, after: publicUrl }
    await writeLog(tx, { at: work.now, action: 'brand.url', subject: code, detail })
  })
  return publicUrl
}

/** Seals other settings; which names changed is logged, no value is. */
export async function setOwn(
  work: Work,
  code: string,
  changed: Own,
  action = 'brand.settings',
): Promise<void> {
  const brand = await brandNamed(work.db, code)
  const own = Object.fromEntries(
    Object.entries({ ...ownOf(work, brand), ...changed }).filter(([, value]) => value !== ''),
  )
  const settings = settingsOfBrand(work.env, { publicUrl: brand.publicUrl, own })
  const { databaseMark } = marksOf(settingsFor(work, brand))
  // An older copy would be taken for the brand's, and what was written since would be missing.
  if (action !== 'brand.move' && !databaseMark.equals(marksOf(settings).databaseMark))
    throw new BrandRefused('Another database: close the brand and use tianping brand move')
  const others = (await brandRows(work.db)).filter(each => each.code !== code)
  const { publicUrl, hosts } = brand
  requireFree(
    { code, publicUrl, hosts, settings },
    others.map(each => opened(work, each)),
  )
  await transaction(work.db, async tx => {
    const sealed = sealSettings(work.directory.keys, brand.brandId, own)
    await setBrandSealed(tx, { brandId: brand.brandId, sealed, ...marksOf(settings) })
    const detail = { names: Object.keys(changed) }
    await writeLog(tx, { at: work.now, action, subject: code, detail })
  })
}

type Extent = { members: number; entries: bigint; audit: bigint }

const extentOf = (db: Db) =>
  theRow(
    db,
    sql<Extent>`
    select (select count(*)::int from member) as members, (select count(*) from ledger.entry) as entries,
      (select coalesce(max(audit_id), 0)::bigint from audit_log) as audit`,
  )

async function asked<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { applicationName: 'tianping-brand', maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Another database for a brand that is closed: a copy that is this brand's and has every member and
 * every entry. `lost` is for a database that is gone, with which nothing can be compared.
 */
export async function moveBrand(
  work: Work,
  code: string,
  { own, lost }: { own: Own; lost: boolean },
): Promise<void> {
  const brand = await brandNamed(work.db, code)
  if (brand.state !== 'closed')
    throw new BrandRefused(`${code} is ${brand.state}; close it first, so that nothing is written`)
  const before = settingsFor(work, brand)
  const next = settingsOfBrand(work.env, {
    publicUrl: brand.publicUrl,
    own: { ...ownOf(work, brand), ...own },
  })
  const ownerUrl = ownerUrlOf(work.env, next.directUrl)
  await migrate(ownerUrl, inRoot(MEMBER_MIGRATIONS))
  const there = await asked(ownerUrl, async db => ({
    ...(await readSetting(db, BRAND_SETTING, brandSetting)),
    ...(await extentOf(db)),
  }))
  if (there.code !== code)
    throw new BrandRefused(`The database belongs to ${there.code || 'no brand'}`)
  if (!lost) {
    const here = await asked(ownerUrlOf(work.env, before.directUrl), extentOf)
    for (const key of ['members', 'entries', 'audit'] as const)
      if (here[key] !== there[key])
        throw new BrandRefused(`The copy has ${there[key]} ${key}, and not ${here[key]}`)
  }
  await setOwn(work, code, own, 'brand.move')
}

/** Lists a person for several brands, by the operators of one name that there are now. */
export async function listPerson(work: Work, person: string, codes: string[]): Promise<void> {
  const name = person.toLowerCase()
  const brands = await Promise.all(codes.map(code => brandNamed(work.db, code)))
  if (brands.length < 2) throw new BrandRefused('Name two brands or more')
  const found = await Promise.all(
    brands.map(async brand => {
      const operator = await asked(settingsFor(work, brand).databaseUrl, db =>
        operatorNamed(db, name),
      )
      if (!operator || operator.state !== 'active' || operator.waits)
        throw new BrandRefused(`${brand.code} has no operator ${name} who can log in`)
      return { brandId: brand.brandId, operatorId: operator.operatorId }
    }),
  )
  await transaction(work.db, async tx => {
    await dropPerson(tx, name)
    for (const each of found) await setOperatorOfBrand(tx, { person: name, ...each, at: work.now })
    await writeLog(tx, {
      at: work.now,
      action: 'person.list',
      subject: name,
      detail: { brands: codes },
    })
  })
}

export async function removePerson(work: Work, person: string): Promise<void> {
  await transaction(work.db, async tx => {
    const gone = await dropPerson(tx, person.toLowerCase())
    if (gone === 0) throw new BrandRefused(`${person} is not listed`)
    await writeLog(tx, { at: work.now, action: 'person.remove', subject: person, detail: {} })
  })
}

/** Seals every brand's settings by the current key. */
export async function resealAll(work: Work): Promise<number> {
  const all = await brandRows(work.db)
  for (const { code } of all) await setOwn(work, code, {}, 'brand.reseal')
  return all.length
}

export type Migrated = { code: string; applied: string[]; error: string }

/** Migrates the databases of all brands, one after the other; one that fails stops no other. */
export async function migrateBrands(work: Work): Promise<Migrated[]> {
  const done: Migrated[] = []
  for (const brand of await brandRows(work.db)) {
    const { code } = brand
    try {
      const url = ownerUrlOf(work.env, settingsFor(work, brand).directUrl)
      done.push({ code, applied: await migrate(url, inRoot(MEMBER_MIGRATIONS)), error: '' })
    } catch (error) {
      done.push({ code, applied: [], error: (error as Error).message })
    }
  }
  return done
}

/** Whether the database of a brand answers, and how many migrations it has. */
export async function reachOf(work: Work, brand: BrandRow): Promise<string> {
  try {
    const { databaseUrl } = settingsFor(work, brand)
    const { host, pathname } = new URL(databaseUrl)
    const applied = await asked(databaseUrl, db =>
      rows(db, sql<{ name: string }>`select name from public.schema_migration`),
    )
    return `${host}${pathname}, ${applied.length} migrations`
  } catch (error) {
    return `away: ${(error as Error).message}`
  }
}
