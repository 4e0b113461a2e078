// Made by packages/paint-pdf/scripts/make-widths.ts; see there for the format.

/** Pairs of letters of one file of a face. */
export const KERNING = [
  {
    letters:
      ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ–—‘’‚“”„•…€™−',
    before:
      'AAABACAAADAEAFACAGAHAIAJAKALAKAMANAOAPAQARASATAUAQANAVAWAXAYAZAaAbAcAdAeAfAgAhAiAOAOAjAkAlAOAOAfAmAfAnADAoAjApAqArAsAtAGAuAHAvAwAAAxAyAyAzAyA0A1AxA2A2A3AzAxAxAyAyA1A4A5A6A7A8A9A-A8A_AGAOAHAJBABBABAABCAAAAAABDBEBFBGBHAAAvBIAAAAAABJAOBKAAAABEBLABABABBMAcAcAcAcAcAcAgAeAgAgAgAgAOAOBNBNAfAOAfAfAfAfAfBOAfAjAjAjAjAsBPBQAxAxAxAxAxAxBRAyAyAyAyAyA2A2BSBTAyBUAyAyAyBVBVAJAyA7A7A7A7A8AyA8BWBXBYBZBaBYBZBaBOAKABBEAJ',
    after:
      'AAABACADAEAFAGACAHAIAJAKALAMANAOAPAQARASATAUAPAVAWAXAYAZAaAbAcAdAeAfAgAhAgAgAgAhAgAgAiAgAgAgAgAhAgAhAgAEAjAkAlAmAnAoApAHAqAIArAsAHAtAuAvAvAvAwAvAuAxAyAuAuAzAzAvAzAvAzA0A1A2A3A4A5A3A6AHAgAIA7AFA8AFAHAFAHAHAHA9A-A_BABBAHBCAbAHAHAHBDBEBFAHAHA-BGAFAFAFBHAfAfAfAfAfAfAfAhAgAgAgAgAgAgBIBIBJAgAhAhAhAhAhBKAhAkAkAkAkAoAgAuAtAtAtBLBMAtAtAvAvAvAvBNBOBPBOBQAvAzAvAvAvBRBNAKAvA2A2A2BSA3AuBTBUBVBWBXBYBWBXBYBKBZAFA-AK',
    rows: 91,
    regular:
      '._.kkn._.Ye7.EdY.Rde.IdG.Ide.Dfi.Ofi.Tfi.ZeM._.FcA.Jkn.bfs.Gfs.3kn._.Ve7.Fkn.Lej.Re7.Be7eYeY.BeA.Ce7.Ne7.Gev.Ce7.QeAd1._._.Qfp.ag6.Hfp.Gkn.Bknknkn.Hknknknknknknknkn.Fkn.BjiknknknknknknknjijiknknjijWknjKjWknde.Bd1.Pknknkn.Jknkn.Bkn.ne7.HcjdSej.BdpeYeYe6deeve7.FfG.Cejev.BfYevev.BfS.Kev.PeA.DdY.Fbp.DevfM.CfSe7fJe7cA.Gem.Dem.Bev.Be7.Cev.Be7c7c7.Be7.Cbp.EeM.DeA.Demdp.Fem.Lcv.IdSc1.Yap.Ee7.HcjdSej.BdpeYeYe6deeve7.FfG.Cejev.BfYevev.BfS.Kev.PeA.DdY.Fbp.DevfM.CfSe7fJe7cA.Gem.Dem.Be7.Be7.Ce7.Be7c7c7.Be7.Cbp.EeM.DeA.Demdp.Fem.Lcv.IdSc1.cevgo.Cev.DeM.EeYec.Ego.FfG.De7.Ce7eM.Gev.Fe7.Oc7be.Jkn.BfM.Jfg.Te7fs.Be6.Eej.oej.Jkn.BdP.GfY.Ke7.Iej.Ie7.Bcjeve7.Oe7.Jev.Hhdeve7.Ed1.Ikne7.Be7.-e7eY.XknfpfJfp.Ife.WfY.Eej.Zfpej.ReA.Fkn.Gfg.EeJ.Td1e7e7evd1.CejeM.DeA.Cej.Cfj.Meb.QeAc7.Jkn.Bfj.Jfs.bej.yknfSfjfS.BfY.Ggo.Tde.hfSeY.Hi6.FeA.Jkn.BfS.Jfj.WfY.Eej.ae7.Nev.Jkn.Bfy.Jfs.bej.-e7.TeveAeY.BeA.seM.Ve7.Te7eAeY.BeA.seM.4dSev.BfGeve7.Mev.Pc7.deY.He7.De7eAeAeYc7.BeY.Nev.Be7.aeM.Map.MUM.9lvVv.Lkn.BdM.ReA.ReA.0fp.Bem.je6fpev.Wf1.ReM.Dde.Fjie7.Be7fO.Hcj.DeY.BeA.Bge.BfYe6.BdGfSfY.Cdp.BdSd0eM.Bdp.Bgede.Ce7.Be7.Dev.Dd1d1.De7.Be6dpe7.BdveY.Be7e7.Ce7ev.Fe7.Cc7bo.Jkn.nhF.Hgg.DgK.Wh4.Pkn.Bem.Re6.He7fG.CfDe7.Be6e7e7e6fpev.Wf1.ReM.Dav.Fknej.BejeA.Hc7.Md1.Ec7.BdGc7eA.Be7.Cc7.EeA.DeM.DeAeM.Gdp.Cdv.Cej.Eev.IbScA.Ef2.BeM.Cjidpe7dp.Ke7.Bej.DdSeM.BfD.CfD.Cc7.Fevgo.Bev.BeMd0dg.CeY.BeMeMdpe7eYe7eYeAe7d1dg.BfD.BeYeY.BejeYdeb1d1.Be7eMeMde.Bi6eYeY.Ec7.Ikn.TfY.RfY.Bev.veA.CjWeY.BeY.Bfs.IeA.Bd1.Dd0.Ce7.CfS.Cd1.Bfe.Bge.Eec.BdeeYeY.Gejfs.Fe7eY.Be7.Ed1.BeveAdg.BeveY.DiueYeY.EdG.Fev.CkneY.BeY.MeA.DeM.Ngy.DeM.CeYeY.Ge7fs.GeY.GeA.BeYeMdq.HeYeY.EeA.Dfs.EjKe6.Be6.Be6.CfY.HeY.Ff1e6.Cf1.PfG.OfG.Be6.DfyeY.Bejev.Cej.GfG.Kdp.CjKdee7de.Be7.Kc7.Ddp.Ce7.CfS.Ce7.BfPgo.Fdp.CdpdS.BgU.EdpfgeMe7.Dd1dS.Be7.BeA.Bfvc7eMeYdG.Cej.FdpdS.Ecj.Ikn.ve7.Ee7.Ne7.Dev.Di6.MeA.DeY.BeY.Bfs.HeAeA.Bd1dp.Be7d0.Ce7.CfS.Cd1.Bfe.Bge.Eec.BdeeYeY.Gejfs.Fe7eY.Be7.Ed1.BeveAdg.BeveY.DiueYeY.EdG.QfifY.Kde.Ib1.Ide.Bd1.yd1.Eej.Feja7.Gev.Cevev.Be7.BeY.EeMde.Fd1.Efj.Ge7de.Gev.Fe7.Pev.Vej.MfO.Ff2dqeYeYeMdv.FgU.Bfg.FgK.Bf2.EgU.Ffp.NgU.DeMe7.whF.Hgg.DgK.Wh4.Jfi.Dfp.NeY.Mev.Cev.Bf1fidgeYeYfGdj.HfE.CfSfe.Bfs.BfYfbfSfi.Ee7.CfG.QeweA.1ew.Dgg.BfO.Bge.Bgo.UhR.jgL.Hgg.HfG.BgL.BhF.HgU.JhF.QiC.Ng6.pjF.Hgg.BgU.YiC.beY.MfE.GeM.Be6.Bew.DhF.Hgg.ahF.FfV.Vev.Tdpeje7.Bd1.HfS.Ffs.Mfp.QfYdj.Ogege.NfY.IfS.Ccv.FfY.Egee6.Dgg.Dge.Bgo.Uho.Fgd.ie7.Ce7.Ddp.Dev.sev.Ge7.IgK.Jev.Dd1.Ee7.Cevd1.CeA.FeY.BdefifYgK.Egg.Bgo.GfY.Gev.Ce7.IfifY.DgdeY.Fe7.Wd1.HeA.DeA.Fd1.Dfb.Bge.DgR.Bge.Gfb.Je7.Jfb.OfS.BfS.Me7.PeA.JfS.Fgg.IfS.Ge7.BfSe7.JfS.me7.Gej.Jfi.Ofi.Tfi.he7.HcjdSej.BdpeYeYe6deeve7.FfG.Cejev.BfYevev.BfS.Kev.Pej.Dfi.Fkn.LeY.Mev.Cev.Bf1fidgeYeYfGdj.HfE.CfSfe.Bfs.BfYfbfSfi.Ee7.CfG.QeweA.Jfp.Bem.Re6.He7fG.CfDe7.Be6e7e7e6fpev.Wf1.ReM.Gev.Wdp.Ic7.Idp.De7.Oe7.Te7.Ve7.DeA.He7.HeYeA.Cb1eMeMevdGe7e7.Fev.CeY.Eeve7e7.adS.de7.HeYb1ej.BdpeAeYeYeYeve7.FfG.Cd1e7.BfYe7ev.BfS.Ke7.PeA.GfS.Lf1f1.If1dv.Cf1.Efidb.Ffyfv.Bdv.Cfvfp.Gfv.Hfp.Bf1.Qfvfp.VfifY.Kde.Iej.Ide.Bd1._.Me7.Ce7.Dcv.Dev.sej.JknfeeYfe.Few.Kec.IdM.Iec.Bej.Zfe.Ofp.de7.HejeAej.Bdeeve7ejeYe7e7.FfG.Cejev.BfYevev.BfS.Kev.PeA.de7.LeY.DeA.Be7.0kn._.QeAd1.Hg6.Bkn._.Lgo.Pkn.FhF.khF._.Ee7.He7e7.Ce7ev.Bejev.Be7.FfS.Ffp.0ej.MfO.Ff2eveYeYeMdv.FgU.Bfg.FgK.Bf2.EgU.Ffp.NgU.DeMe7.Uej.MfO.Ff2eveveYeMec.FgU.Bfg.FgK.Bf2.EgU.Ffp.NgU.DeMe7.Cfi.Dfp.NeY.Mev.Cev.Bf1fieYeYeYfGdj.HfE.CfSfe.Bfs.BfYfbfSfi.Ee7.CfG.QeweA.dgL.Hgg.HfG.BgL.BhF.HgU.JhF.QhF.jgL.Hgg.HfG.BgL.BhF.HgU.JhF.QiC.Khd.Kh4.Fi6.IhFhF.BiX.BhF.Biu.Chdi6iu.Diu.Fh4jR.BiC.BhF.Ugo.ChF.BhFlU.Jfi.Dfp.NeY.Mev.Cev.Bf1fieYejeYfGdj.HfE.CfSfe.Bfs.BfYfbfSfi.Ee7.CfG.QeweA.ie7.Ce7.DeY.Dev.sev.Ge7.IgK.Jev.Dd1.Ee7.Cevd1.Ce7.FeY.BdefifYgK.Egg.Bgo.GfY.Gev.Ce7.IfifY.DgdeY.Xlv._.bVv._.IeAdG.Be7.BeA.BeA.Bej.Hejej.BeMc7.Be7b1eA.Be7.FdS.Iep.BevejeA.FeveYevev.Ee7eA.Be7.EeMeYeAdSeA.CeMd1.DejeA.EcA.Ed1.FeM.Rcv.Iew.IeM.CfYfO.Fgg.Cgd.FfO.Hgd.Ce7.HfYfO.Ec7.NeY.CeY.Cejbe.Gev.Dev.BcM.Bde.Cbe.BcMcYcj.Bcj.HdG.Ddefi.Cdede.Fev.LcA.IeA.EdY.Fbp.DevfM.CfSe7fJe7cA.Gem.Dem.BdS.Be7.Cc7.BdSc7c7.Bc7.Cbp.EeM.DeA.Ddpdp.Fem.Lcv.IdSc1.B',
    bolder:
      '.KfB._.ZfD.Bfn._.bfd.mfVf1.Gfw.Hf1.SfVf1._.pfD.Tfh.Lf1.Bf0f7.Cfh.0fD._.bfD._._._.if9gl.Zgv.Hf9.GfD.BfDfDfD.HfDfDfDfDfDfDfDfD.FfD.BfDfDfDfDfDfDfDfDfDfDfDfDfDfDfDfDfDfDfg.RfDfDfD.JfDfD.BfD.vg_gmgy.BgsfzgTf0gfgG.GgQ.CfngG.BgGgG.NgG.PgT.Dfw.Kf4.CgD.BgIgI.YfB.PgL.bfUfC.YfN.Mg_gmgy.BgsfzgTf0gfgG.GgQ.CfngG.BgGgG.NgG.PgT.Dfw.Kf4.CgD.BgIgI.YfB.PgL.bfUfC.dfw.NfA.Dfw.Fgf.DgG.qfD.Bf4.efg.Bf7.3fD.Bf4.Gfa.Kff.Rff.0fDgZ.BgZ.-gZ.YfDgMgIgM.ff7.egM.YfD.xgQ.ofD.BgQ._.ZfDf0fpf0.-f0.YfD.Bf0.gf7.3fD.Bf0._._._._.4ey._._.UfN.Me6.9fdfd.LfD._.bf0.lfwf0.ufh.EfD.Vfwfw.Cfu.Dft.Bf4fqfh.Bf2.Cfg.Tfw.ffD.xgF.Bf7.WgL.PfD.Tfw.Hfz.Df8fzfOfaft.Bfwf0.zfD._.Wf7.EfDf6.Bf6.Qf4.Cf8.Cf-.CgL.Gfq.Ef7.Mg_.Ef8.ffD._.bfDgM.BgMgQfg.Ofq.Cfz.Fft.Bf6.CgQ.Hfr.HgL.Gfr.Bfz.Iex.Ifr.NfDg4.Bg4gQ.Pfh.CfO.Fe1.Ef7.Df-.DgC.HgL.GgC.BfO.Gg4.BfP.IgC.If7.EfDf0.Bf0.Bf7.Cf7.Nftfa.Cft.gfa.ffDgffBgf.Qf2.Cft.Cf0.CeT.Bf1fq.Ff2.CfRfG.Bf1.FgR.GfG.Bft.QfRfG.NfD._.cgM.BgMgQfg.Nfzfq.Cfz.Fft.Bf6.CgQ.Hfr.HgL.Gfr.Bfz.Iex.Ifr.VgQfgf1.Jfg.Rfg.6gl.kgl._.JgQ.Efm.Cfvfy.BfB.Hf4.Dfk.Df2f7f8.igl.zgF.Bf7.WgL.Jf1.DgM.VfR.EgW.Ef6gF.BfrgC.Be9.BfR.FgQ.Dfw.DgDgJgFf1.3fu.Rfu.Ff7.DgI.Bfw.Df1.4f6.Hfv.HgQ.Bf6.Bfb.DgR.Df1.af7.Nfh.tgLgS.Cf_.Bf7.Yf7.Ngl.agU.Hfw.Ofv.afb.Ffx.Dfw.Zfp.Rfp.FgJ.FgF.dgFgQ.OgF.Ofw.Rfw.Ff1.DgI.Bfq.BgF.Bf1.afw._.rgL.PgM.Sf7gDgL.DgQ.CgF.GgD.Sf7gD.Dfw.zgJ.BgL.FgL.GgJ.TgJ.tg_.JgF.OgF.TgF.3f1.Of1.Tf1.pg_gmgy.BgsfzgTf0gfgG.GgQ.CfngG.BgGgG.NgG.Tf1.FfD.TfR.EgW.Ef6gF.BfrgC.Be9.BfR.FgQ.Dfw.DgDgJgFf1.jf0.Tfw.Hfz.Df8fzfOfaft.Bfwf0._._._._.Lgy.Bgs.BgT.CgG.GgQ.FgG.egT._.tgQfgf1.Jfg.Rfg._._.RfDgS.BgS.Ff1.Kf7.IgW.If7.bgS.2gy.NgQ.CfngG.BgGgG.NgG.PgT._.lfD.gfBfB.2gv.BfD._.Lgm.PfD.mgl._.ggJ.FgM._.CgQ.Efm.Cfvfy.BgI.Hf4.Dfk.Df2f7f8.9gQ.Efm.Dfy.Bf7.Hf4.Dfk.Df2f7f8.ef1.DgM.VfR.EgW.Ef6gF.BfrgC.Be9.BfR.FgQ.Dfw.DgDgJgFf1.3f6.Hfv.HgQ.Bf6.Bfb.DgR.Df1.-f6.Hfv.Hfw.Bf6.Bfb.DgR.Df1.af7.VgL.kgL.Cf7.Bfb.Dgy.Qgm.Ffw.Jf1.DgM.VfR.EgW.Ef6gF.CgC.Be9.BfR.FgQ.Dfw.DgDgJgFf1._._.GgL.PgM.Sf7gDgL.DgQ.CgF.GgD.Sf7gD.Dfw.Yfd._.bfd._.NhF.BhF.-hF.aey.aeU.Lf1gF.FgB.BgX.GgF.Sf1gF.-gQ.ee7.Efw.Kf4.CgD.BgIgI._.FfUfC.B',
  },
  {
    letters:
      'ĀāĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĪīĬĭĮįİĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŊŋŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſȘșȚț',
    before:
      'AAABAAACADAEADAEADAEADAEAFAGAHAEAHAEAHAEAHAEAHAEAIAJAIAJAIAJAIAJAKACAKACALAMALANAKAOAKAPAOAQARASATATAUAKAUAKAUAKAVAKAWAKAKACAKACAKACAKAPAFAEAFAEAFAEAXAYAXAYAXAYAZAaAZAaAZAaAZAaAbAcAdAcAeAcAQAfAQAfAQAfAQAfAQAfAgAhAiAjAiAkAlAkAlAkAlAmAZAaAdAc',
    after:
      'AAABAAACADAEADAEADAEADAEAFAEAFAEAFAEAFAEAFAEAFAEADAEADAEADAEADAEAFAFAFAFAGAHAGAHAFAIAFAJAIAKALAFAFAMAFAFAFAFAFAFAJAFAFAFAFAMAFAMAFAMAFAMADANADAEADAEAFAMAFAMAFAMAOAPAOAPAOAPAOAPAQARASARATARAUAVAUAVAUAVAUAVAUAVAWAXAYAZAYAaAbAaAbAaAbAFAOAPAQAR',
    rows: 39,
    regular:
      'ge.CfYe7e6.CfS.HfY.Hev.CdS.BdSeM.BeMd1dpd1.HgU.Sf2.DdqgKdqdq.BeY.Behf2.CeI.EgU.Sf2.DdqgKdqdq.BeY.Bdvf2.CeIe6.Re7.BfG.BfG.EfD.BfDfD.De7.Be7.UevfS.Dfife.Cdgfsdgdg.BeYfbdjfY.Bfid0.GhF.Fh4h4.Kgg.KgK.Pgogo.chF.ChFiXhF.Bh4golUlUiC.ChFiu.EhdhFhd.Bi6.Bi6i6.Fiu.CgL.FhR.FhRhR.Egg.FgU.JfG._.EeM.CdG.BdGcM.BeAeMe7eA.JhF.FhRhF.Kgg.DgU.QhF.FhFhF.Kgg.CeM.BeMeM.Be6.Bew.DeI.SevfS.Dfife.Cdgfsdgdg.BeYfbeMfY.Bfid0.Sfs.vdpfsdpdp.Be7.Bd1.DeIdSdpd0.BdgfDhR.BfDeY.Ci6i6.FeMc7.Bc7.BeMf2dp.Be7.CeY.BeYgoe7.Be7.BfY.Jge.Bhoho.GfS.BfS.Bgg.Ccv.Bcvcv.Ege.CfEdSdpd0.BdgfDhR.BfDeY.Ci6i6.FeMc7.Bc7.BeMf2dp.Be7.Cdp.BeYgoeA.Be7.BeMdpd0.BdgfDhR.BfDeY.Ci6i6.FeMc7.Bc7.BeMf2dp.Be7.CeY.BeYgoe7.Be7.BfY.4e7.Ie7.Bdpdp.Dev.DeIeMeYeY.BeY.Ve7.Bfs.Dgy.Gd1.Dfb.NeA.FgR.CeAgeeAeA.HeIdpdpdp.BdSe7.CfS.Le7e7e7fP.CdpgofggogoeM.De7.Dd1fifi.BfY.FgK.Hev.Bd1.Bd1.Bgg.CeAgoeAeA.HeI.Mi6i6.Ke7.Ie7.Jfi.We7.Bejej.HeI',
    bolder:
      '.Dfw.Bfw.Cfu.Qfh.Bf4.Bf4.Cfh.Bf2.cfk.Hfyf7emf2.Cf1.Yfk.Hfyf7fBf2.Cf1fw.Rfz.If8.Bf8f8.BfO.Bft.EfR.WgFfw.HgCgJe9gD.Bf1gF.MgLgL.OgF.Gf7.Pgmgm.jgLgmfwfwf7.Jfb.Kgy.Df6.Rfv.Ff1.JgQ._.cgS.Of_.Df7.Wfbfb.Kfv.Nf1fR.WgFfw.HgCgJ.BgD.Bf1gFfh.af1.Bf1f1.Bf0.Gfp.bgF.Jf1f4gBf7.Cf8.Cf-.LgL.BgL.Cf7.Ifq.Efw.XgI.Dfq.GgF.Cfqf4gBf7.Cf8.Cf-.LgL.BgL.Cf7.Ifq.FgBf7.Cf8.Cf-.LgL.BgL.Cf7.Ifq._.HfU.Kf1fh.DgCfO.Oe1.Be1.FgL.Df7.KgJ.XgL.Kf2fRfR.BfGft.Cf0.LeT.Cf1.DfqgRfqfq.Jf7f7gMgD.FgL.IgQ.IgF.Jf7.rf1.Wfz.Kf1',
  },
  {
    letters: 'ЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџҐґ',
    before:
      'AAAAABACADAEAFAGAHABABAIAJAFADAFAKALALACAMAAANAOAFAFAJAFAFAFAPAFAQARACASAPANAMAFAFAMABAFABAPADADAIADATAUAVABAWAIAIAIAXAIAIAIABAIABABAUAYABAWAVAIAIAVAZAaAZABABAIABABAIAUABATAaAbAaAZAZAIAXAIAYAcACAU',
    after:
      'AAAAABAAACADAAAEAFAGAAABAAAAAHAAAIAAAAAAAGAAAJAKALAAAAAGAAAAACAAAAACABAMANAOAAAPAAAAAQAAAAACAAAHARASATATAUAVAWAVATATATAUATATAVATATAVAXAYAVAWATAZATATAaAbATAVATAcAVAVAAATAVAcAbAdAeAUATAAATATAYAfAAAT',
    rows: 29,
    regular:
      '.Ugg.DgK.Ch4.Cdg.Cf2.Dd0.BdSeMe6ev.BfD.CgodpeM.BeAeMe7c1.Bi6eY.CfD.Ge7e6.Ce6.Ee7.Tfs.Dfs.qgo.DdG.Nc7.Be7.BeM.DeA.Gbo.Jgy.ue7dS.EfY.Cge.Ee6dpfYdp.Bev.Dd1.FfG.Cfs.JfYeY.Bf1.HfG.QfY.jgg.DgK.CiX.CeY.GeY.Bd0.Ee7.Dej.Fc1.Biu.DfD.Ge7e6.CeY.Ee7.LfG.Cfs.JfYe6.Bf1.HfG.Qe7.Qdg.Cf2.Dd0.BdSeMe6ev.Be7.CgodpeM.BeAeMe7c1.Bi6eY.BgUdq.KeM.Edv.Ff2.Ge7.Ke6.Hfs.JeM.Pew.Bgg.GhF.Vfi.Dej.Gdg.Gev.DfG.Cf1.Bdj.BfefifSfSfY.FfSeA.Rgg.EfS.Fcv.Cge.EfY.CeA.GggfOgo.BgefY.Bho.CfYeA.CgK.Cfievd1.JggfY.DfG.EfseS.Gc4d0.Cdg.Eec.Cfi.Jcv.Cge.EfY.JggfOgo.BgedM.Bho.KgggL.HfG.BgU.GiC.Ddp.Pd1.KiX.Bi6.Bhdh4go.Ciu.BhF.FhF.ChF.FiClU.Vgg.GiC.Ddp.Ge7.Iev.K',
    bolder:
      '.Yf7.CgL.Ff7.Df7.Bf4.BfK.Cf8.Cfq.Dg_.Cfw.Ff8.Gfzfw.Cfa.Eft.Mf1.Hfh.Cf7.qgm.qf1.vf4.Bfh.Kfwftfwf2.Of7.Jf7.Cft.Yf7.nf7.Ffr.Ifq.Efz.Jfw.Ff8.Gfzfw.Hft.Of7.Jf7fa.Bft.sf7.Df7.Bf4.BfK.Ffq.Dg_.Cfw.Tfm.BfB.Bfk.Bf8.Bf2.Rf7.Hfw.bfv.Gfb.Vf7.DgD.OfR.Ff6.Be9.Bfwf1gF.BgD.FgFg_.WgJ.Nfw.JgIfwf1.BgFf1.EgD.DgL.Cf7.IgM.Dfq.BgQ.Bfw.Ef7.HfwgF.Cfw.HfK.Rfw.JgIfwf1.BgFgL.Mfvf6.HgQ.Bf1.Gf7.Lfp.XgLgm.Nfb.Dgy.Bf7fw.Vf_.Gf7.e',
  },
  {
    letters: 'ΆΈΉΊΌΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ',
    before:
      'AAABACACADAEABAFAAAGAHAAABAIACADACAJAAACACABADACAKALAHAEADAMANABABAEABAOABABAPABAGAQARASATABABABABAUABAVAWAXAYAXABAZAZAPAXAaAbAcAFAPAXAPAc',
    after:
      'AAABACABADAEABAFAAACACAAACAGACADACACAAACACABADACACAHAIAEADAJAKALABAEAMANAOABAOAPAOAQARASATAOAUABABAVABAWAXAMAYAZARAMAaAOAMAWAbAcAFAOAMAOAc',
    rows: 29,
    regular:
      'ge.Ce6dp.CdS.Cdp.Jged1.Be7.Bev.lge.PgK.Dgg.De6.De7.CfDe7e7.Ce6.He6.Idp.Ce7.Dgo.HeM.Cdp.Bdpe7.BdSfg.Ghu.Cjc.Bjp.Hg8.De7.ie7.Te7.MdS.CfDgo.BeM.Fev.CeY.Cdp.BdSe7.Bdge7eMev.Fe6.TfG.Fev.Nej.CdS.Bejev.Bej.EdSdS.He7.Zdj.Cdg.Bevf1.BfG.IfYfE.Bfsfe.De7.Gb1.Me7.Mew.CeM.Fe7.Lgg.HeM.Cdg.Bevf1.BfG.IfYfE.Bfsfe.DeY.Gcv.DeY.IeM.Iev.GeG.Mev.De7ev.Hd1.Cdp.Qfs.Lde.Te7.Ide.ce7.Hfiev.Id1.Bev.Bd1.BgK.EeA.Bev.Kd1.CfYgogg.KeM.Fe7.Pd1.Bge.Ecv.De7.Fe7.Cd1ge.Dgg.Hew.Cb1.Fe7.Lgg.Dc7.Bge.Ecv.Dd1.Fe7.Cc7ge.Dgg.De7.Gb1.Me7.Iev.Gb1.Mev.I',
    bolder:
      '.Dfwf2.Cf4.Cft.0gF.Pf7.CgF.Efw.Dft.Cf8.Bfz.Cfa.Hfw.If2.Cft.Dfq.Mf2.CfGgR.Gf7.CfV.Bfw.Hfq._.If4.Cf8fq.Pf4.Lfa._.UfR.De9.Ff6.JfRgDf1.Cfw.Dgl.Tgl.hfv.DfR.Jf6.JfRgDf1.Cfw.9fp.Tfp.DgF._.Of7.PgL.UgDgF.2gF.CfqgI.cfv.YgF.CfqgI.9',
  },
  {
    letters: 'ẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹĂăĐđƠơƯư',
    before:
      'AAABAAABAAABAAABAAABAAABAAABAAABAAABAAABAAABAAABACADACADACADACADACADACADACADACADAEACAEACAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAGAHAGAHACAHACAHACAIACAHACAHAJAKAJAKAJAKAJAKAAABACALAMACACAI',
    after:
      'AAABAAABAAABAAABAAABAAABAAABAAABAAABAAABAAABAAABACADACADACADACADACADACADACADACADACAEACAEAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAFADAGAHAGAHAGAHAGAHAGAHAGAHAGAHAIAJAIAJAIAJAIAJAAABAKADAFADAGAH',
    rows: 13,
    regular:
      'ge.Ce7.Be6fY.Cdpd1.Be6.DgU.Fdvf2.MgKhF.Je6djfY.CgL.IfG.BhF.Be6.Ie7.DfY.Vev.Ddpdp.BdS.Be7.BeM.Ce7.Cd1fi.BfYgK.Dge.IhF.I',
    bolder: '.Ffw.Df2.Cf7.JfBf2.Mf7.CfR.HfVe9gD.Cf6.IgQ.Dfw.Ift.df2fR.BfG.Bft.If7.BgDgL.DgF.IgG.Cgl.F',
  },
  {
    letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
    before: 'AAABACADAEAFAGAEAHAIAEAJAKAEALAEAMANAOAEAPAEAQAEARASAT',
    after: 'AAABACADAEAFAGAHAIAJAKALAMANAOAFAFAPAQARASATAFAUAVAWAX',
    rows: 20,
    regular:
      '.Qfn.FgIeu.Bf0fZ.Bd9.Beu.FfNeufP.Lf4.Kfn.Ffn.IfZ.Cem.DfX.EfX.yea.Ify.NfZfZ.Bff.BfXfyfZfZ.Bfff4fy.CfXf4.BfX.Be-.Jfj.DfX.Cfj.BfZ.Bea.DfZ.CfD.CfD.Bfy.Bfh.Cf0.Bfne2.Df0fyfnfLfXfN.CfX.BfZfPfZf0.Bff.Kf4.Bfy.Df4.DfN.Bfs.CfD.Cfn.EfN.Bfy.DfTfn.Efyff.BfX.Ffy.Be6.Be-.Be-.Bfy.CfyfffZfT.Bf4fNfye-fpfpeu.Teu.Dea.Dfp.BfLe0.CfB.BfJ.BfD.CfXe-fNe2.BfX.BfTfRfLfffH.Bfn.Bf4fLfpfyfN.HfZ.Mfs.GfZ.NfN.Be2.Bfp.BfnfX.Efp.DfXfy.BfX.Jgn.Efy.DfX.IfX.Bf0.GfT.C',
    bolder:
      '.QgP.FgI.Cf1gZ.BgK.Hgf.Bf6.Lf6.KgP.FgP.IgZ.Cf6._.Ffv.NgZgZ.BgI.CfvgZgZ.BgIf6fv.Df6.DgP.Jf6.Gf6.BgZ.Ffb.Hfv.Bfi.Cf1.BgPgI.DgIfvgPgI.Bgf.EgZf6gZgI.BgI.Kf6.Bfv.Df6.Dgf.HgP.Egf.Bfv.DgOgP.EfvgI.Hfv.Bf6.BgP.BgP.Bfv.CfvgIgZf8.Bf6gffvgPfqfq.cfq.BgIfw.Cgm.Bfv.FgPgfgI.DgOgEgIgIgE.BgP.Bf6gIfqfvgf.HgZ.TgZ.Ngf.BgI.Bfq.BgP.Ffq.Efv.Lfp.Efv.OgI.Gf8.C',
  },
  {
    letters: 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะาำเแโใไๅๆ๐๑๒๓๔๕๖๗๘๙',
    before:
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAABAAAAAAAAAAACAAAAAAAAAAAAADADADADADAAAAAEAEAAAAAFAFAAAAAAAG',
    after:
      'AAABABACACACADAEAFABABAGAGAAAAAEACACAGACACAGAAAHAIAFAFAAAAAJAJAAAAAKALAGALAAALACAFALAAAJALALAAAAAAAMAAAAAAAAAAANAAAOAOAAAAAPAPAQAAARAA',
    rows: 7,
    regular: '.Kfn.Gfs.Geu.GfF.Gfp.Gfh.GfX.Gf0.GfZ.GfD.Gfs.FfZ.Fd5.KfXfs.Gfs.EfX.BgU.Ffsfs',
    bolder: '.KfX.NgZ.Ggt.GgJ.GgR.GgM.NgK.GgY.GgM.Fgl.FfC.KgV.W',
  },
] as const;
