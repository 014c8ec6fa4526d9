import sharp from 'sharp'
import type { DocumentKind } from '@tianping/contract/verification/facts'
import type { Given } from '@tianping/contract'
import {
  VERIFICATION_SETTING,
  verificationSchema,
} from '../../src/areas/verification/verification.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { sendFile } from '../support/sendFile.ts'
import type { TestSite } from '../support/site.ts'

/** A number of an identity card with its check digit. */
export function idNumber(birthday = '1990-06-14', serial = '004'): string {
  const body = `330200${birthday.replaceAll('-', '')}${serial}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, n) => total + weight * Number(body[n]), 0)
  return body + '10X98765432'[sum % 11]
}

export const photograph = (width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 120, g: 160, b: 200 } } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'SECRET-PLACE-AND-CAMERA' } })
    .toBuffer()

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** One file as a browser sends it, with its kind before it. */
export const upload = (site: TestSite, token: string, kind: string, bytes: Buffer) =>
  sendFile<{ id: number }>(site, '/api/verification/upload', { token, fields: { kind }, bytes })

export const statusOf = async (site: TestSite, token: string) =>
  (await site.call<Given<'POST /api/verification'>>('POST /api/verification', {}, { token })).data

const statement = {
  paper: 'id_card',
  name: '测试员',
  number: idNumber(),
  birthday: '',
  expires: '2034-05-11',
  address: '',
  purpose: '',
  expected: '',
  funds: '',
  consents: ['identity'],
}

export const submit = (site: TestSite, token: string, fields: object = {}) =>
  site.call('POST /api/verification/submit', { ...statement, ...fields }, { token })

const refused = ({ code, message }: { code: number; message: string }) => {
  if (code !== 200) throw new Error(message)
}

/** Uploads what a tier needs and hands it in; answers the case. */
export async function handIn(
  site: TestSite,
  token: string,
  { kinds = ['id_front', 'id_back'] as DocumentKind[], fields = {} } = {},
): Promise<number> {
  const picture = await photograph()
  for (const kind of kinds) refused(await upload(site, token, kind, picture))
  refused(await submit(site, token, fields))
  return (await statusOf(site, token)).case!.id
}

export const secondTier = {
  kinds: ['selfie', 'address'] as DocumentKind[],
  fields: {
    address: '样例市文渊路18号502室',
    purpose: 'leisure',
    expected: 'to_5000',
    funds: 'wages',
    consents: ['identity', 'face'],
  },
}

/** Sets what the site asks for. */
export const ask = (site: TestSite, setting: object) =>
  writeSetting(
    site.services.db,
    VERIFICATION_SETTING,
    verificationSchema,
    verificationSchema.parse(setting),
    { name: 'test', at: site.services.clock.now() },
  )
