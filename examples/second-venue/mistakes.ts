// Mistakes that a venue may make, planted by MISTAKES=name,name so that the conformance kit can
// prove that it finds them. Without the variable there are none.

export const mistakes = [
  'applies-twice',
  'changed-body',
  'no-tombstone',
  'overdraft',
  'nonce-reused',
  'clock-ignored',
  'signature-ignored',
  'answer-unsigned',
  'feed-loses-records',
  'old-version',
  'framed-by-all',
  'token-twice',
  'limit-ignored',
  'forgets-signals',
] as const

export type Mistake = (typeof mistakes)[number]

const planted = new Set((process.env['MISTAKES'] ?? '').split(',').filter(name => name !== ''))
for (const name of planted)
  if (!mistakes.some(known => known === name)) throw new Error(`MISTAKES: unknown ${name}`)

export const hasMistake = (name: Mistake) => planted.has(name)
