import { openSlot } from '../../client/slots/openSlot.tsx'
import './slot5.css'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { gameCodeOf } from '../../client/session/session.ts'
import { itemAt } from '../../model/present.ts'
import type { Slot5Round } from './model/slot5.ts'
import { SKINS5 } from './skins5.ts'
import { Slot5Screen } from './Slot5Screen.tsx'

const Slot5Rules = lazyPart(async () => (await import('./Slot5Rules.tsx')).Slot5Rules)

const code = gameCodeOf(location.pathname)
const skin = SKINS5[code] ?? itemAt(SKINS5, 'koi5')
openSlot<Slot5Round>({
  code,
  name: skin.name,
  room: skin.room,
  Play: props => <Slot5Screen {...props} skin={skin} />,
  Rules: () => <Slot5Rules skin={skin} />,
})
