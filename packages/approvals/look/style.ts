// The look: one stylesheet of our own, put together from its parts. System fonts, light and dark, 360 px first.
import { base } from './style/base.ts'
import { figures } from './style/figures.ts'
import { opening } from './style/opening.ts'
import { request } from './style/request.ts'
import { wide } from './style/wide.ts'

export const style = [base, figures, opening, request, wide].join('\n')
