import { useQuery } from '@tanstack/react-query'
import { lintAdvert, type Advert } from '@tianping/contract/adverts/rules'
import { useState } from 'react'
import { call } from '../../app/api.ts'

const ruleCall = 'POST /api/console/adverts/rule'
const picturesCall = 'POST /api/console/adverts/pictures'

export type Stated = { picture_age: 0 | 1; picture_minors: 0 | 1; reason: string }
export const unstated: Stated = { picture_age: 0, picture_minors: 0, reason: '' }

export type Shown = Omit<Advert, 'pictures'> & { pictures: readonly string[] }

/** How the site looks through offers; undefined until it is known. */
export const useAdvertRule = () =>
  useQuery({
    queryKey: [ruleCall],
    queryFn: ({ signal }) => call(ruleCall, {}, signal),
    staleTime: 60_000,
  }).data

/** What speaks against an offer as it stands in the form, by the site's rule. */
export function useFindings(shown: Shown, stated: Stated) {
  const rule = useAdvertRule()
  const srcs = [...new Set(shown.pictures)].filter(src => src !== '').slice(0, 40)
  const known = useQuery({
    queryKey: [picturesCall, srcs],
    queryFn: ({ signal }) => call(picturesCall, { srcs }, signal),
    enabled: srcs.length > 0,
  }).data
  const before = (src: string) => known?.find(each => each.src === src)
  const pictures = srcs.map(src => ({
    src,
    age: stated.picture_age === 1 || before(src)?.age === true,
    minors: stated.picture_minors === 1 || before(src)?.minors === true,
  }))
  const mode = rule?.mode ?? 'off'
  const findings = rule && mode !== 'off' ? lintAdvert({ ...shown, pictures }, rule.words) : []
  const asksPictures = mode !== 'off' && srcs.some(src => !before(src)?.age || !before(src)?.minors)
  return { mode, findings, asksPictures }
}

/** The same with what the operator states of the pictures, and why it is saved all the same. */
export function useAdvert(shown: Shown) {
  const [stated, state] = useState(unstated)
  const found = useFindings(shown, stated)
  const { mode, findings } = found
  const waits = findings.length > 0 && (mode === 'refuse' || stated.reason.trim() === '')
  return { ...found, stated, state, waits }
}
export type AdvertState = ReturnType<typeof useAdvert>
