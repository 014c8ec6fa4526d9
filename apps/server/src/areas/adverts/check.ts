import { advertRules } from '@tianping/contract/adverts/facts'
import {
  lintAdvert,
  namedOffer,
  picturesIn,
  type Advert,
  type AdvertFinding,
  type AdvertPicture,
} from '@tianping/contract/adverts/rules'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { advertSetting } from './setting.ts'
import { checksOf, insertCheck, picturesStated, statePicture } from './store/advert.sql.ts'

export type Stated = { picture_age: 0 | 1; picture_minors: 0 | 1; reason: string } | undefined

type Checking = Omit<Advert, 'pictures'> & {
  /** `activity:12`; `activity:0` for what is new. */
  subject: string
  pictures: readonly string[]
  stated: Stated
  by: string
  at: Date
}

const MOST_TOLD = 3
const tell = (findings: AdvertFinding[]) =>
  findings
    .slice(0, MOST_TOLD)
    .map(({ rule, label, place }) => `${label}：${advertRules[rule]}${place && `（${place}）`}`)
    .join('；')

/** What is said of the pictures now goes before what was said of them earlier. */
async function stateAll(tx: Tx, { pictures, stated, by, at }: Checking): Promise<AdvertPicture[]> {
  const srcs = [...new Set(pictures)]
  const found = new Map((await picturesStated(tx, srcs)).map(each => [each.src, each]))
  const states: AdvertPicture[] = []
  for (const src of srcs) {
    const before = found.get(src)
    const age = stated?.picture_age === 1 || (before?.ageSign ?? false)
    const minors = stated?.picture_minors === 1 || (before?.noMinors ?? false)
    const isNew = age !== (before?.ageSign ?? false) || minors !== (before?.noMinors ?? false)
    if (isNew)
      await statePicture(tx, { src, ageSign: age, noMinors: minors, statedBy: by, statedAt: at })
    states.push({ src, age, minors })
  }
  return states
}

/**
 * Looks through an offer that members are about to see, in the transaction that saves it. Refuses
 * what the site refuses, and a finding without a reason; keeps what was found. Answers what the
 * audit log keeps of it.
 */
export async function checkAdvert(tx: Tx, checking: Checking): Promise<Record<string, unknown>> {
  const { mode, words } = await advertSetting(tx)
  if (mode === 'off') return {}
  const pictures = await stateAll(tx, checking)
  // As members get it: a word may be written in entities.
  const texts = checking.texts.map(text => ({ ...text, html: safeHtml(text.html) }))
  const findings = lintAdvert({ ...checking, texts, pictures }, words)
  const { subject, stated, by, at } = checking
  const reason = stated?.reason ?? ''
  if (findings.length > 0 && mode === 'refuse')
    throw new Refusal(say('advert.refused', { found: tell(findings) }), { findings })
  if (findings.length > 0 && reason === '')
    throw new Refusal(say('advert.reason_missing', { count: findings.length }), { findings })
  await insertCheck(tx, { subject, mode, findings, reason, by, at })
  return findings.length === 0 ? {} : { advert: tell(findings), advert_reason: reason }
}

type Letter = Pick<Checking, 'subject' | 'stated' | 'by' | 'at'> & {
  title: string
  html: string
  /** Says which letter it is, where there are several. */
  label?: string
}

/** The same for a letter with an offer: conditions and a link to the terms stand in its text. */
export const checkLetter = (tx: Tx, { title, html, label = '', ...checking }: Letter) =>
  checkAdvert(tx, {
    ...checking,
    texts: [
      { field: 'title', label: `${label}标题`, html: title },
      { field: 'content', label: `${label}内容`, html },
    ],
    pictures: picturesIn(html),
    hasTerms: false,
  })

type Named = Pick<Checking, 'subject' | 'stated' | 'by' | 'at'> & { name: string; note: string }

/** The same for the name and the note of an offer whose rule the page shows. */
export const checkName = (tx: Tx, { name, note, ...checking }: Named) =>
  checkAdvert(tx, { ...checking, ...namedOffer(name, note) })

/** What the checks of a subject found, and why it was saved all the same; empty for nothing. */
export async function keptText(db: Db, subject: string): Promise<string> {
  const found = (await checksOf(db, subject)).filter(({ findings }) => findings.length > 0)
  if (found.length === 0) return ''
  const reasons = [...new Set(found.map(({ reason }) => reason))]
  return `${found.map(({ findings }) => tell(findings)).join('；')}。理由：${reasons.join('；')}`
}
