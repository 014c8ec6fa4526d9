import type { Given } from '@tianping/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { Carousel } from '../../ui/Carousel.tsx'
import css from './home.module.css'

/** The counter's total is fixed by the document; a slide stands three seconds. */
const counterTotal = 4
const slideMs = 3_000

/** The banners. Only the first is fetched with the page; the others come once it is shown. */
export function Banners({ banners }: { banners: Given<'POST /api/bannerList'> }) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), slideMs / 2)
    return () => clearTimeout(timer)
  }, [])
  const slides = banners.map((banner, i) => ({
    key: `${banner.src}${i}`,
    content: (i === 0 || settled) && (
      <Linked to={banner.link}>
        <img
          src={banner.src}
          width={716}
          height={313}
          alt={banner.title}
          fetchPriority={i === 0 ? 'high' : 'low'}
          draggable={false}
        />
      </Linked>
    ),
  }))
  return (
    <Carousel
      label="活动"
      slides={slides}
      autoplayMs={slideMs}
      total={counterTotal}
      className={css.hero}
    />
  )
}

/** A page of the app opens here, another site in a window of its own. */
function Linked({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children
  const away = to.startsWith('/') ? {} : { target: '_blank', rel: 'noopener nofollow' }
  return (
    <a href={to.replace('/#', '#')} draggable={false} {...away}>
      {children}
    </a>
  )
}
