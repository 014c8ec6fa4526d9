import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Carousel } from '../ui/Carousel.tsx'
import { Example } from './Example.tsx'
import css from './kit.module.css'

const names = ['One', 'Two', 'Three', 'Four']
const slides = names.map(name => ({ key: name, content: <div className={css.slide}>{name}</div> }))
const cards = names.map(name => ({
  key: name,
  className: 'vault vault--gold',
  content: <p className="fig fig--28">{name}</p>,
}))

export function Slides() {
  const [at, setAt] = useState(1)
  return (
    <>
      <Example name="Carousel: moves by itself, one slide alone">
        <Carousel label="Moving" slides={slides} autoplayMs={3_000} total={4} />
        <Carousel label="Alone" slides={slides.slice(0, 1)} />
      </Example>
      <Example name="Carousel row: cards, the chosen one given">
        <Carousel row label="Cards" slides={cards} at={at} onChange={setAt} />
        {names.map((name, i) => (
          <Button key={name} size={36} kind="tonal" onClick={() => setAt(i)}>
            {name}
          </Button>
        ))}
      </Example>
    </>
  )
}
