import { Confirms } from '../ui/layer/confirm.tsx'
import { LoadingOverlay } from '../ui/layer/loading.tsx'
import { Toasts } from '../ui/layer/toast.tsx'
import { Buttons } from './Buttons.tsx'
import { Cards } from './Cards.tsx'
import { Part } from './Example.tsx'
import { Fields } from './Fields.tsx'
import { Figures } from './Figures.tsx'
import { Layers } from './Layers.tsx'
import { Lists } from './Lists.tsx'
import { Pictures } from './Pictures.tsx'
import { Slides } from './Slides.tsx'
import { States } from './States.tsx'
import css from './kit.module.css'

const parts = [
  { name: 'Buttons', Content: Buttons },
  { name: 'Fields', Content: Fields },
  { name: 'Figures', Content: Figures },
  { name: 'Cards', Content: Cards },
  { name: 'Lists', Content: Lists },
  { name: 'Slides', Content: Slides },
  { name: 'Layers', Content: Layers },
  { name: 'States', Content: States },
  { name: 'Pictures', Content: Pictures },
]

/** Every component of the kit in every state, in one theme. */
export const Gallery = ({ theme }: { theme: 'light' | 'dark' }) => (
  <>
    <div className="app">
      <main className="page">
        <h1 className={css.title}>Kit, {theme}</h1>
        <nav className={css.names} aria-label="Parts">
          <a href={theme === 'light' ? '?theme=dark' : '?theme=light'}>Other theme</a>
          {parts.map(({ name }) => (
            <a key={name} href={`#${name}`}>
              {name}
            </a>
          ))}
        </nav>
        {parts.map(({ name, Content }) => (
          <Part key={name} name={name}>
            <Content />
          </Part>
        ))}
      </main>
    </div>
    <Confirms />
    <LoadingOverlay />
    <Toasts />
  </>
)
