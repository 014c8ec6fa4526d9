/** The small pictures of empty states: 160 x 120, their colours follow the theme. */
export const pictures = {
  records:
    '<ellipse cx="80" cy="104" rx="56" ry="8" style="fill:var(--pic-0)"/><circle cx="80" cy="56" r="44" style="fill:var(--pic-0)"/><path d="M52 28h44l14 14v50a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6V34a6 6 0 0 1 6-6z" style="fill:var(--pic-paper);stroke:var(--pic-1);stroke-width:2"/><path d="M96 28v10a4 4 0 0 0 4 4h10z" style="fill:var(--pic-1)"/><path d="M58 52h26M58 64h40" style="stroke:var(--pic-1);stroke-width:5;stroke-linecap:round"/><circle cx="104" cy="86" r="17" style="fill:var(--pic-3)"/><g style="stroke:#fff;stroke-width:2.5;stroke-linecap:round;fill:none"><path d="M95 82q9-2 18 0M104 81v13M99 95h10M95 82.5l-2.5 5M95 82.5l2.5 5M113 82.5l-2.5 5M113 82.5l2.5 5"/></g>',
  letters:
    '<ellipse cx="80" cy="104" rx="56" ry="8" style="fill:var(--pic-0)"/><circle cx="80" cy="54" r="42" style="fill:var(--pic-0)"/><rect x="38" y="38" width="84" height="58" rx="8" style="fill:var(--pic-1)"/><path d="M48 24h64a4 4 0 0 1 4 4v44H44V28a4 4 0 0 1 4-4z" style="fill:var(--pic-paper);stroke:var(--pic-1);stroke-width:2"/><path d="M56 38h30M56 50h48" style="stroke:var(--pic-1);stroke-width:5;stroke-linecap:round"/><path d="M38 46 80 74l42-28v42a8 8 0 0 1-8 8H46a8 8 0 0 1-8-8z" style="fill:var(--pic-2)"/><path d="m40 94 30-27M120 94 90 67" style="stroke:var(--pic-1);stroke-width:2"/>',
  cards:
    '<ellipse cx="80" cy="104" rx="56" ry="8" style="fill:var(--pic-0)"/><circle cx="80" cy="54" r="42" style="fill:var(--pic-0)"/><rect x="34" y="32" width="80" height="52" rx="8" transform="rotate(-8 74 58)" style="fill:var(--pic-1)"/><rect x="42" y="40" width="84" height="54" rx="8" style="fill:var(--pic-3)"/><rect x="42" y="52" width="84" height="10" style="fill:#fff;opacity:.35"/><path d="M52 80h22" style="stroke:#fff;stroke-width:4;stroke-linecap:round"/><circle cx="112" cy="80" r="6" style="fill:#fff;opacity:.7"/>',
} as const

export type PictureName = keyof typeof pictures
