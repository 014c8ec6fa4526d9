import { useId } from 'react'

/** The golden arc of the table with its inscription. */
export function Felt({ text }: { text: string }) {
  const id = useId()
  return (
    <svg className="arc" viewBox="0 0 390 150" aria-hidden="true">
      <defs>
        <pattern id={`${id}s`} width="12" height="8" patternUnits="userSpaceOnUse">
          <path
            d="M0 8a6 6 0 0 1 12 0M-6 4a6 6 0 0 1 12 0M6 4a6 6 0 0 1 12 0M0 0a6 6 0 0 1 12 0"
            fill="none"
            stroke="#D9B978"
            strokeOpacity=".55"
            strokeWidth=".8"
          />
        </pattern>
      </defs>
      <path d="M-50 -60C50 194 340 194 440 -60V170H-50Z" fill={`url(#${id}s)`} opacity=".2" />
      <g fill="none" stroke="#EAC683">
        <path d="M-30 -60C60 168 330 168 420 -60" strokeOpacity=".42" strokeWidth="1.2" />
        <path d="M-50 -60C50 194 340 194 440 -60" strokeOpacity=".2" />
      </g>
      <path id={`${id}a`} d="M-40 -60C55 184 335 184 430 -60" fill="none" />
      <text
        fontSize="12.5"
        letterSpacing="3.2"
        fill="#EAC683"
        fillOpacity=".78"
        textAnchor="middle"
      >
        <textPath href={`#${id}a`} startOffset="50%">
          {text}
        </textPath>
      </text>
    </svg>
  )
}
