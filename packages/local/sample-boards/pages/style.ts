// The looks of the sample employers' pages: one plain sheet, a few lines for each kind of board.

export const style = `
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;font:16px/1.55 system-ui,"Open Sans",sans-serif;color:#1d2125;background:#fff}
a{color:var(--accent)}
h1{font-size:30px;line-height:1.2;margin:0 0 6px}h2{font-size:20px;margin:34px 0 10px}
.wide{max-width:1060px;margin:0 auto;padding:0 24px}
.column{max-width:720px;margin:0 auto;padding:0 24px 90px}
.brand{display:flex;align-items:center;gap:12px;padding:22px 0;font-weight:700;font-size:18px;color:inherit;text-decoration:none}
.brand i{width:34px;height:34px;border-radius:8px;background:var(--accent);color:#fff;display:grid;place-items:center;font-style:normal}
.where{color:#5b646e;margin:0 0 18px}
.text ul{padding-left:22px}.text li{margin:3px 0}
button,.button{font:inherit;cursor:pointer;border:1px solid #c6ccd2;background:#fff;color:inherit;border-radius:6px;padding:8px 14px;text-decoration:none;display:inline-block}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:#fff;font-weight:600;padding:11px 22px}
button:disabled{opacity:.5;cursor:default}
input[type=text],input[type=tel],input[type=email],input[type=number],select,textarea{font:inherit;width:100%;padding:9px 11px;border:1px solid #b6bec6;border-radius:6px;background:#fff}
textarea{min-height:104px;resize:vertical}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
label{display:block}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap;border:0}
.notice{border-left:4px solid var(--accent);background:#f4f5f6;padding:12px 16px;margin:20px 0}
.error,.helper-text--error{color:#b3261e;margin:4px 0 0;font-size:14px}
.jobs{list-style:none;padding:0}.jobs li{border-top:1px solid #e3e6e9;padding:14px 0;display:flex;justify-content:space-between;gap:20px}
.jobs a{font-weight:600;text-decoration:none}.jobs span{color:#5b646e}
.foot{border-top:1px solid #e3e6e9;margin-top:60px;padding:18px 0 40px;color:#5b646e;font-size:14px}
.cookies{position:fixed;left:0;right:0;bottom:0;z-index:50;background:#fff;border-top:1px solid #c6ccd2;box-shadow:0 -8px 30px #0002;padding:22px 24px}
.cookies form{max-width:1060px;margin:0 auto;display:flex;gap:10px;flex-wrap:wrap;align-items:center}.cookies p{flex:1 1 420px;margin:0}
.cookies.over{top:0;background:#0006;display:grid;place-items:end center;border:0}.cookies.over form{background:#fff;padding:24px;border-radius:10px 10px 0 0}
.captcha-badge{position:fixed;right:0;bottom:14px;width:256px;height:60px;z-index:20;box-shadow:0 0 5px #8888;border:0;transform:translateX(186px)}
.captcha-badge iframe,.captcha-box iframe{border:0;width:100%;height:100%}
.captcha-box{width:304px;height:78px;margin:18px 0}
.captcha-over{position:fixed;inset:0;z-index:40;background:#fff9;display:grid;place-items:center}.captcha-over iframe{width:400px;height:300px;border:1px solid #c6ccd2;background:#fff;box-shadow:0 10px 40px #0004}

.greenhouse .application--form{border-top:1px solid #e3e6e9;margin-top:36px;padding-top:12px}
.greenhouse .field-wrapper,.greenhouse fieldset,.greenhouse .file-upload{margin:18px 0;border:0;padding:0;position:relative}
.greenhouse label,.greenhouse legend,.greenhouse .upload-label{font-weight:600;margin-bottom:6px;padding:0}
.greenhouse .checkbox__wrapper{display:flex;gap:9px;margin:7px 0}.greenhouse .checkbox__wrapper label{font-weight:400;margin:0}
.greenhouse .description{color:#5b646e;font-size:14px}.greenhouse .description p{margin:2px 0 8px}
.select__control{display:flex;align-items:center;border:1px solid #b6bec6;border-radius:6px;min-height:43px;padding:0 8px 0 11px;cursor:default}
.select__value-container{flex:1;display:grid;align-items:center}.select__value-container>*{grid-area:1/1}
.select__placeholder{color:#7a838c}.select__input{border:0!important;outline:0!important;background:none!important;padding:8px 0!important}
.select__indicators{display:flex;gap:2px}.select__indicators button{border:0;padding:3px 8px;color:#5b646e}
.select__menu{position:absolute;z-index:10;left:0;right:0;background:#fff;border:1px solid #c6ccd2;border-radius:6px;box-shadow:0 8px 24px #0002;margin-top:4px}
.select__menu-list{max-height:240px;overflow:auto;padding:4px 0}.select__option{padding:7px 12px}.select__option--is-focused{background:#eef0f2}.select__menu-notice{padding:7px 12px;color:#7a838c}
.select-shell{position:relative}
.remix-required{position:absolute;opacity:0;pointer-events:none;bottom:0;left:0;right:0;width:100%;height:1px;padding:0!important;border:0!important}
.phone-input{display:grid;grid-template-columns:1fr;gap:8px}.iti{position:relative;display:flex}
.iti__selected-country{border-radius:6px 0 0 6px;border-right:0;white-space:nowrap}.iti input.input__single-line{border-radius:0 6px 6px 0}
.iti__dropdown-content{position:absolute;top:100%;left:0;z-index:12;width:360px;background:#fff;border:1px solid #c6ccd2;box-shadow:0 8px 24px #0002;padding:6px}
.iti__country-list{list-style:none;margin:6px 0 0;padding:0;max-height:200px;overflow:auto}.iti__country{padding:5px 8px}.iti__hide{display:none}
.file-upload__actions{display:flex;gap:8px;flex-wrap:wrap;position:relative}.file-upload__actions button{border-style:dashed}
#email-verification{background:#f4f5f6;padding:16px}#email-verification div{display:flex;gap:6px}#email-verification input{width:42px;text-align:center}

.oldhouse{font-family:Georgia,"Times New Roman",serif;background:#f6f6f4}.oldhouse .column{background:#fff;border:1px solid #ddd;padding:24px 34px 60px;margin:30px auto}
.oldhouse .field{margin:16px 0}.oldhouse .asterisk{color:#b3261e}.oldhouse .select2-container{display:block;position:relative}
.select2-choice{display:block;border:1px solid #aaa;padding:8px 10px;background:linear-gradient(#fff,#eee);border-radius:3px;color:#333;text-decoration:none}
.select2-drop{position:absolute;z-index:9;left:0;right:0;background:#fff;border:1px solid #aaa}.select2-results{list-style:none;margin:0;padding:0}.select2-result{padding:6px 10px}.select2-result:hover{background:#3875d7;color:#fff}
.offscreen{position:absolute;left:-9999px}

.lever{background:#f7f7f9}.lever .top{background:#fff;border-bottom:1px solid #e3e6e9}.lever .column{padding-top:26px}
.lever h1{font-size:26px}.lever ul.fields{list-style:none;padding:0;margin:0;background:#fff;border:1px solid #e3e6e9;padding:8px 24px}
.lever .application-question{margin:16px 0;display:block}.lever .application-question>label,.lever .application-question>.grid{display:grid;grid-template-columns:200px 1fr;gap:16px}
.lever .required{color:#c0392b}.lever .application-field{position:relative}.lever .wide-question .application-label{grid-column:1/-1}.lever .wide-question .application-field{grid-column:1/-1}
.lever .application-field ul{list-style:none;padding:0;margin:0}.lever .application-field li label{display:flex;gap:9px;padding:4px 0}
.lever .invisible-resume-upload{position:absolute;opacity:0;width:100%;height:100%;inset:0;cursor:pointer}
.lever .resume-upload-label>*{display:none}.lever .dropdown-results{position:absolute;z-index:9;left:0;right:0;background:#fff;border:1px solid #c6ccd2;box-shadow:0 8px 24px #0002}
.lever .dropdown-results:empty{display:none}.dropdown-location{padding:8px 11px;cursor:pointer}.dropdown-location:hover{background:#eef0f2}
.lever .consents{margin:20px 0}.lever .consents label{display:flex;gap:9px}

.ashby{background:#fafafa}.ashby .split{display:grid;grid-template-columns:220px 1fr;gap:44px;padding-top:10px}
.ashby aside h3{font-size:13px;margin:16px 0 2px;color:#5b646e}.ashby aside p{margin:0}
.ashby [role=tablist]{display:flex;gap:22px;border-bottom:1px solid #dfe3e6;margin-bottom:22px}.ashby [role=tab]{padding:9px 0;text-decoration:none;color:inherit}.ashby [aria-selected=true]{border-bottom:3px solid var(--accent);font-weight:600}
.ashby .ashby-application-form-field-entry{background:#fff;border:1px solid #e6e9eb;border-radius:8px;padding:16px 18px;margin:12px 0;position:relative}
.ashby-application-form-question-title{font-weight:600;margin-bottom:6px}.ashby [class*=_required_]::after{content:"*";color:#c0392b;margin-left:3px}
.ashby .ashby-application-form-question-description{color:#5b646e;font-size:14px}.ashby .ashby-application-form-question-description p{margin:0 0 8px}
.ashby [class*=_yesno_] button{width:84px}.ashby [class*=_yesno_] button[aria-pressed=true]{background:var(--accent);color:#fff;border-color:var(--accent)}
.ashby [class*=_option_] label{display:flex;gap:9px;padding:3px 0}.ashby [role=listbox]{position:absolute;z-index:9;background:#fff;border:1px solid #c6ccd2;min-width:300px;box-shadow:0 8px 24px #0002}.ashby [role=option]{padding:8px 11px;cursor:pointer}
.ashby .ashby-application-form-autofill{border:1px dashed #b6bec6;border-radius:8px;padding:14px 18px;display:flex;justify-content:space-between;align-items:center;gap:16px}

.inbox table{border-collapse:collapse;width:100%;table-layout:fixed}.inbox td,.inbox th{overflow-wrap:anywhere;hyphens:auto}.inbox h2{margin-top:4px}.inbox td,.inbox th{text-align:left;vertical-align:top;padding:5px 14px 5px 0;border-top:1px solid #eceef0;font-weight:400}.inbox th{color:#5b646e;width:38%}
.inbox article{border:1px solid #dfe3e6;border-radius:10px;padding:18px 22px;margin:18px 0}.inbox .dropped{background:#fff6f5}

@media(max-width:640px){.lever .application-question>label,.lever .application-question>.grid,.ashby .split{grid-template-columns:1fr;gap:6px}.lever ul.fields{padding:2px 14px}.iti__dropdown-content{width:280px}}
`
