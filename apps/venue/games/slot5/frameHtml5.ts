import { artUrl } from '../../client/slots/Reels.tsx'
import type { Skin5 } from './skins5.ts'

/**
 * The frame of the game as plain HTML, with the sizes of what replaces it: it stands until the
 * script has come, so the scene shows early and nothing jumps.
 */
export function frameHtml5(code: string, skin: Skin5): string {
  const ladder =
    skin.model === 'slotD' ? `<ol class="ladder">${'<li>&nbsp;</li>'.repeat(4)}</ol>` : ''
  return (
    `<div class="g wide reeled" data-room="${skin.room}"><header class="hud"><div class="hud-bar"><span class="exit"></span><div class="hud-t"><b>${skin.name}</b><span class="sand">沙盒·试玩币</span></div><span class="icon"></span></div><dl class="facts"></dl></header>` +
    `<main class="main end"><div class="scene-w"><img class="scene" src="${artUrl(`scene-${code}`)}" alt=""><div>${skin.tagline}</div></div>${ladder}` +
    `<div class="cab"><div class="reels five">${'<div class="reel"></div>'.repeat(5)}</div></div><div class="msg"><span>正在进入…</span></div><dl class="stats only-tall"><div><dt>&nbsp;</dt><dd>&nbsp;</dd></div></dl></main>` +
    '<footer class="dock"><div class="sdock"><div class="step"></div><span class="spin" aria-disabled="true"></span><span class="btn wide"></span></div></footer></div>'
  )
}
